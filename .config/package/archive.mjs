// Packages of the executable and the Node beside it: `.tar.gz`, `.deb`, a formula for Homebrew and a
// PKGBUILD for Arch. The same files give the same bytes: names are sorted, owners are root, and all times
// are one.
//
// It needs GNU tar, and neither root nor dpkg.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

/** Of every file in a package, unless the builder says another. Unit: s. */
const built = Number(process.env.SOURCE_DATE_EPOCH ?? 1_767_225_600);

const summary = "Records every change of text files and puts any of it back";
const maintainer = "the unf authors <unf@localhost>";

/** For each shell, the file of its completions below `completions`, and where Debian's packages put it. */
export const completions = {
  bash: ["unf.bash", "bash-completion/completions/unf"],
  zsh: ["_unf", "zsh/vendor-completions/_unf"],
  fish: ["unf.fish", "fish/vendor_completions.d/unf.fish"],
};

/**
 * Writes the packages of `unf`, `unf-node`, `LICENSES`, `man` and `completions` in `directory` beside them, and gives their
 * names. `cpu`: as Node calls it. `from`: the URL below which the archive is to be found, by which the
 * formula and the PKGBUILD load it; the directory itself where none is given.
 */
export function archive({ directory, version, cpu, from = pathToFileURL(directory).href }) {
  const work = mkdtempSync(join(tmpdir(), "unf-archive-"));
  const facts = {
    version,
    cpu,
    from: from.replace(/\/$/, ""),
    name: `unf-${version}-linux-${cpu}`,
  };
  const files = ["unf", "unf-node", "LICENSES", "man", "completions"];
  try {
    const top = join(work, facts.name);
    place(directory, files, top);
    const names = [
      `${facts.name}.tar.gz`,
      `unf_${version}_${debian[cpu]}.deb`,
      "unf.rb",
      "PKGBUILD",
    ];
    const tarball = compressed(work, [facts.name]);
    const texts = [tarball, makeDeb(directory, work, facts)];
    const all = { ...facts, digest: createHash("sha256").update(tarball).digest("hex") };
    for (const [index, text] of [...texts, formula(all), pkgbuild(all)].entries())
      writeFileSync(join(directory, names[index]), text);
    return names;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const debian = { x64: "amd64", arm64: "arm64" };
const arch = { x64: "x86_64", arm64: "aarch64" };

function place(directory, files, to) {
  mkdirSync(to, { recursive: true });
  for (const file of files) cpSync(join(directory, file), join(to, file), { recursive: true });
}

function compressed(directory, entries) {
  const how = [
    "--format=gnu",
    "--sort=name",
    "--owner=root:0",
    "--group=root:0",
    `--mtime=@${built}`,
  ];
  // The builder may have any umask.
  const words = ["-C", directory, ...how, "--mode=u=rwX,go=rX", "-cf", "-", ...entries];
  const tar = execFileSync("tar", words, { maxBuffer: 2 ** 30 });
  return gzipSync(tar, { level: 6 });
}

/** The manual, compressed as Debian has it, and the completions, where the shells look for them. */
function placeShared(directory, to) {
  mkdirSync(join(to, "man/man1"), { recursive: true });
  for (const name of readdirSync(join(directory, "man")).sort()) {
    const page = readFileSync(join(directory, "man", name));
    writeFileSync(join(to, "man/man1", `${name}.gz`), gzipSync(page, { level: 9 }));
  }
  for (const [file, place] of Object.values(completions)) {
    mkdirSync(dirname(join(to, place)), { recursive: true });
    cpSync(join(directory, "completions", file), join(to, place));
  }
}

/** An `ar` of three members, which is all that a `.deb` is. */
function makeDeb(directory, work, { version, cpu }) {
  const root = join(work, "root");
  place(directory, ["unf", "unf-node"], join(root, "usr/lib/unf"));
  place(directory, ["LICENSES"], join(root, "usr/share/doc/unf"));
  cpSync(join(directory, "LICENSES"), join(root, "usr/share/doc/unf/copyright"));
  rmSync(join(root, "usr/share/doc/unf/LICENSES"));
  placeShared(directory, join(root, "usr/share"));
  mkdirSync(join(root, "usr/bin"));
  symlinkSync("../lib/unf/unf", join(root, "usr/bin/unf"));
  const bytes = readdirSync(root, { recursive: true }).reduce((sum, path) => {
    const stats = lstatSync(join(root, path));
    return stats.isFile() ? sum + stats.size : sum;
  }, 0);
  const fields = [
    "Package: unf",
    `Version: ${version}`,
    `Architecture: ${debian[cpu]}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    "Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6",
    "Section: vcs",
    "Priority: optional",
    `Description: ${summary}`,
    " Whoever wrote it: an editor, a command, a build or a coding agent. History stays",
    " on this machine, in the home directory of each user.",
  ];
  const control = join(work, "control");
  mkdirSync(control);
  writeFileSync(join(control, "control"), `${fields.join("\n")}\n`);
  return Buffer.concat([
    Buffer.from("!<arch>\n"),
    member("debian-binary", Buffer.from("2.0\n")),
    member("control.tar.gz", compressed(control, ["./control"])),
    member("data.tar.gz", compressed(root, ["./usr"])),
  ]);
}

/** As `ar` has it: a header of 60 bytes, and contents that end at an even place. */
function member(name, bytes) {
  const columns = [name.padEnd(16), String(built).padEnd(12), "0     ", "0     ", "100644  "];
  const header = `${columns.join("")}${String(bytes.length).padEnd(10)}\`\n`;
  const odd = bytes.length % 2 === 1 ? "\n" : "";
  return Buffer.concat([Buffer.from(header), bytes, Buffer.from(odd)]);
}

function formula({ version, cpu, from, name, digest }) {
  return `class Unf < Formula
  desc "${summary}"
  homepage "${from}"
  url "${from}/${name}.tar.gz"
  version "${version}"
  sha256 "${digest}"
  license "MIT"

  depends_on arch: :${arch[cpu]}
  depends_on :linux

  def install
    libexec.install "unf", "unf-node"
    bin.install_symlink libexec/"unf"
    doc.install "LICENSES"
    man1.install Dir["man/*"]
    bash_completion.install "completions/unf.bash" => "unf"
    zsh_completion.install "completions/_unf"
    fish_completion.install "completions/unf.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/unf --version")
  end
end
`;
}

function pkgbuild({ version, cpu, from, name, digest }) {
  return `# Maintainer: ${maintainer}
pkgname=unf
pkgver=${version.replaceAll("-", "_")}
pkgrel=1
pkgdesc="${summary}"
arch=(${arch[cpu]})
url="${from}"
license=(MIT)
depends=(glibc gcc-libs)
# Both files end with what they carry.
options=(!strip !debug)
source=("${from}/${name}.tar.gz")
sha256sums=(${digest})

package() {
  cd "$srcdir/${name}"
  install -Dm755 -t "$pkgdir/usr/lib/unf" unf unf-node
  install -Dm644 -t "$pkgdir/usr/share/licenses/unf" LICENSES
  install -Dm644 -t "$pkgdir/usr/share/man/man1" man/*
  install -Dm644 completions/unf.bash "$pkgdir/usr/share/bash-completion/completions/unf"
  install -Dm644 -t "$pkgdir/usr/share/zsh/site-functions" completions/_unf
  install -Dm644 -t "$pkgdir/usr/share/fish/vendor_completions.d" completions/unf.fish
  install -d "$pkgdir/usr/bin"
  ln -s ../lib/unf/unf "$pkgdir/usr/bin/unf"
}
`;
}
