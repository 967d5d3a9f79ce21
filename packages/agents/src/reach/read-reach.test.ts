import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { readReach } from "./read-reach.ts";

const cwd = "/home/ann/shop" as AbsPath;

function reachOf(command: string, from: AbsPath | null = cwd): string {
  const reach = readReach(command, from);
  return reach.kind === "paths" ? reach.paths.map(({ path }) => path).join(" ") : reach.kind;
}

function assertReach(expected: string, commands: readonly string[]): void {
  for (const command of commands) assert.equal(reachOf(command), expected, command);
}

test("programs that only read write nothing", () => {
  assertReach("nothing", [
    "ls",
    "ls -la src *.ts $HOME ~/x",
    "cat package.json | head -20",
    "cat 'a b' \"c $D\" e\\ f",
    "grep -rn 'rm -rf' src | wc -l",
    "rg --files -g '!dist' | sort -u | uniq -c",
    "pwd; echo done && true || false",
    "/bin/ls && /usr/bin/grep x y",
    "find . -name '*.ts' -not -path './node_modules/*'",
    "find . -type f | xargs -0 -n 1 grep -l foo",
    "rg foo src/*.ts packages/{a,b}",
    "sed -n '10,20p' src/cart.ts",
    "ls -d */\nwc -l a.txt\n",
    "command -v node && which npm",
    "[ -f a ] && test -d b",
    "echo $?",
    "ls 2>/dev/null >/dev/null 2>&1 < /dev/null",
    "cd /tmp/x && ls",
    "cd packages && ls; cat a",
    "ls &>/dev/null",
    "cat <<'EOF'\n$(rm x)\nEOF\n",
    "mkdir -p src/a ../b",
  ]);
});

test("git commands that only look write nothing into the tree", () => {
  assertReach("nothing", [
    "git status --short",
    "git --no-pager log --oneline -5",
    "git -C sub diff HEAD~1 -- '*.ts' src/*.ts",
    "git show HEAD:a.ts | head",
    "git branch -a",
    "git stash list",
    "git remote -v",
  ]);
  assertReach("shell", [
    "git checkout -- .",
    "git stash",
    "git branch new",
    "git diff --output=a.patch",
    "git log --outpu a",
    "git grep -O x",
    "git -c alias.x=y status",
    "git diff $FLAGS",
    "git diff a$FLAGS",
    "git diff *",
    "git config a.b c",
    "git restore a.ts",
    "git",
  ]);
});

test("commands that name what they write claim exactly that", () => {
  assertReach(`${cwd}/a`, [
    "rm a",
    "rm -rf a/",
    "touch ./a",
    "echo hi > a",
    "echo hi >> 'a'",
    "> a",
    ": >| a",
    "printf x 2>a",
    "ls | tee -a a | wc -l",
    "cp /etc/hosts a",
    "sed -i 's/x/y/g' a",
    "sed -i '' 's|x|y|' a",
    "sed -i 3,5d a",
    "chmod +x a",
    "cat > a <<'EOF'\n$(rm b)\n`x` > c\nEOF\nls",
    "cat <<EOF > a\nplain\nEOF",
    "rm -- a",
    "cd /home/ann/shop && rm a",
    "cd ./ && touch a && ls",
    "mkdir -p d && touch a",
    "echo x &> a",
  ]);
  assertReach(`${cwd}/a ${cwd}/b`, ["rm a b", "mv a b", "touch a && touch b", "echo > a | tee b"]);
  assertReach(`${cwd}/a ${cwd}/b ${cwd}/d/a ${cwd}/d/b`, ["mv a b d", "mv a b d/"]);
  assertReach(`${cwd}/d/a`, ["cp a d/", "cp -p x/a d/", "cp -- x/a ./d/"]);
  assertReach(`${cwd}/d`, ["cp -r a d/", "cp -a a d/", "cp a d"]);
  assertReach("/tmp/x/a", ["cd /tmp/x && touch a", "ls; cd /tmp/x && ls | tee a", "rm /tmp/x/a"]);
  assertReach(`${cwd}/a b`, ["rm 'a b'", 'rm "a b"', "rm a\\ b"]);
  assertReach(`${cwd}/n ${cwd}/o`, [
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n\n+1\n*** Delete File: o\n*** End Patch\nEOF",
  ]);
});

test("what is not certain may write anything", () => {
  assertReach("shell", [
    "npm test",
    "./ls",
    "node -e 1",
    "rm *.ts",
    "rm $X",
    "rm -rf {a,b}",
    "rm ~/x",
    "rm --unheard a",
    "rm ../a",
    "rm .",
    "rm /",
    "cp -t d a",
    "cp -b a b",
    "mv a",
    "echo $(rm a)",
    "echo `rm a`",
    'echo "$(rm a)"',
    'echo "`rm a`"',
    `echo \${X:=$(rm a)}`,
    `echo \${X@P}`,
    "echo $((x=1))",
    "echo x > $F",
    "echo x > a*",
    "echo x >& a",
    "cat <> a",
    "cat <(rm a)",
    "ls > >(tee a)",
    "ls &",
    "ls & rm a",
    "(ls)",
    "{ ls; }",
    "if ls; then ls; fi",
    "for f in a; do ls; done",
    "! ls",
    "time ls",
    "LD_PRELOAD=x ls",
    "X=1",
    "eval ls",
    "exec ls",
    "alias ls=rm; ls",
    "source x",
    ". x",
    "env ls",
    "sudo ls",
    "bash -c ls",
    "find . -delete",
    "find . -exec rm {} \\;",
    "find . -fprint a",
    "find . $X",
    "find * -name x",
    "find {.,-delete}",
    "sort -o a b",
    "sort -uo a b",
    "uniq a b",
    "rg --pre rm x",
    "sed -i 's/x/y/w b' a",
    "sed -i 's/x/y/e' a",
    "sed -i 's/x/y/;w b' a",
    "sed -i 's/x/y/' *.ts",
    "sed -n '1,2p;w b' a",
    "sed -i 's/x/y/' web.ts",
    "sed -i '\\\\xs/axw b/c/' a",
    "sed -i 's/x\\/w b/' a",
    "sed 's/a/b/' a",
    "awk '{print > \"a\"}' b",
    "xargs rm",
    "find . | xargs -I{} rm {}",
    "ls | xargs -n 1",
    "tee $X",
    "tree -o a",
    "cat <<EOF\n$(rm a)\nEOF",
    "cat <<'EOF'\nx",
    "cat <<-EOF\nx\nEOF",
    "cat <<< x",
    "ls # rm a",
    "ls ;; ls",
    "ls &&",
    "| ls",
    "ls 'a",
    'ls "a',
    "ls \\",
    "=ls",
    "ls\r\nrm a",
    "ls \u0001",
    "echo a > /dev/stderr",
    "echo a > /proc/self/x",
    "cd x && touch a",
    "cd /x; touch a",
    "cd /x || touch a",
    "cd /x | touch a",
    "cd && touch a",
    "cd /x/../y && touch a",
    "cd /x &>/dev/null && touch a",
    "cd /x > log",
    `rm ${"x".repeat(5000)}`,
    "x".repeat(100_000),
  ]);
});

test("without a directory only absolute paths are claimed", () => {
  assert.equal(reachOf("rm a", null), "shell");
  assert.equal(reachOf("rm /x/a", null), "/x/a");
  assert.equal(reachOf("ls", null), "nothing");
});

test("what a shell writes is claimed by path, not by content", () => {
  assert.deepEqual(readReach("echo hi > /x/a", null), { kind: "paths", paths: [{ path: "/x/a" }] });
});
