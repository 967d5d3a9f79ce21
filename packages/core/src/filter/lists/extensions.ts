function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}

/**
 * Extensions of files that are never text, in lower case without the dot. An extension that also
 * names something readable (`bin`, `dat`, `db`, `obj`, `pkl`, `pt` as in `README.pt`, `rtf`, `snap`,
 * `ts`, `vhd`) is left to the first bytes, and `svg` is text.
 */
export const excludedExtensions: readonly string[] = words(
  // Images
  "apng avif bmp cr2 cr3 cur dds dng exr gif heic heif icns ico jfif jp2 jpeg jpg jxl ktx ktx2",
  "nef orf png psb psd raf rw2 tga tif tiff webp xcf",
  // Sound and video
  "3gp aac aif aiff amr ape avi caf flac flv m2ts m4a m4b m4v mid midi mka mkv mov mp3 mp4 mpeg mpg",
  "oga ogg ogv opus wav webm weba wma wmv",
  // Archives, packages and disk images
  "7z apk appimage bz2 cab cpio crx deb dmg ear egg gem gz iso jar lz lz4 lzma msi msix nupkg",
  "pkg qcow2 rar rpm snappy tar tbz2 tgz txz vdi vhdx vmdk vsix war whl xpi xz zip zst",
  // Fonts
  "eot otf ttc ttf woff woff2",
  // Documents that are not text
  "doc docx epub indd mobi numbers odg odp ods odt pages pdf ppt pptx sketch xls xlsb xlsm xlsx",
  // Object code and what compilers leave behind
  "a beam class dex dll dylib elc exe gch idb ilk node o pch pdb pyc pyd pyo rlib rmeta so",
  "swiftdoc swiftmodule wasm",
  // Databases, with their journals
  "accdb db-journal db-shm db-wal db3 fdb ibd mdb myd myi rdb sqlite sqlite-journal sqlite-shm",
  "sqlite-wal sqlite3 sqlite3-journal sqlite3-shm sqlite3-wal",
  // Arrays, tables and trained models
  "arrow avro ckpt feather gguf h5 hdf5 joblib npy npz onnx parquet pickle pth",
  "safetensors tflite",
  // Three dimensions and games
  "3ds blend glb max pak unitypackage uasset umap",
  // Editors' swap files and unfinished downloads
  "crdownload swo swp",
);

/** Extensions that say "text": the first bytes are then only searched for a NUL. */
export const textExtensions: readonly string[] = words(
  // Prose and tables
  "adoc asciidoc bib csv diff htm html json json5 jsonc jsonl log markdown md mdx ndjson org patch",
  "po pot rst sgml svg tex text textile toml tsv txt wiki xhtml xml xsd xsl xslt yaml yml",
  // Settings
  "cfg cnf conf desktop editorconfig env gitattributes gitignore ini lock npmignore plist",
  "properties service unfignore",
  // The web
  "astro cjs coffee css cts ejs graphql gql hbs js jsx less liquid mjs mts njk pcss pug sass scss",
  "styl svelte ts tsx twig vue webmanifest",
  // Systems
  "asm c cc cpp cu cxx d f f90 for go h hh hpp hxx inc ino inl ipp m mm nim odin rs s swift v vala",
  "vhd vhdl zig",
  // Managed and functional
  "clj cljc cljs cs csproj csx dart edn elm erl ex exs fs fsi fsx gradle groovy hrl hs java kt kts",
  "lean lhs lisp ml mli purs rkt scala scm sln sml sol vb vbproj",
  // Scripts
  "applescript awk bash bat cmd fish jl ksh lua nix nu php pl pm ps1 psd1 psm1 py pyi pyx r rake rb",
  "sed sh tcl vim zsh",
  // Build, infrastructure, schemas, queries
  "bazel bzl cabal cmake gemspec gn gni hcl ipynb mk ninja podspec prisma proto sql tf tfvars thrift",
);

/** Names without a telling extension that say "text", in lower case. */
export const textNames: readonly string[] = words(
  "authors brewfile build caddyfile cargo.lock changelog changes codeowners containerfile copying",
  "contributing contributors dockerfile gemfile go.mod go.sum justfile license licence makefile",
  "news notice pipfile podfile procfile rakefile readme todo vagrantfile workspace",
);

/** The extension of a name in lower case without its dot; empty when the name has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

const texts = new Set(textExtensions);
const names = new Set(textNames);

/** True when a name alone says that its file is text. */
export function isTextName(name: string): boolean {
  return name.startsWith(".") || texts.has(extensionOf(name)) || names.has(name.toLowerCase());
}
