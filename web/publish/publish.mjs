// Prepares the folder of the built page for a static host: compressed copies, headers as files for the usual hosts, and a page for
// addresses that do not exist.
//
//   node publish.mjs FOLDER [--address URL]
//
// The address, if known, is the folder's later address; without it the folder is a site of its own.
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import zlib from "node:zlib";
import { TYPES, filesOf } from "../files.mjs";

/** The types of the files that get compressed copies; files of the other types are small by themselves. */
const { ico, png, txt, woff2, ...types } = TYPES;

/** Smaller files are not worth a copy. */
const LEAST = 1024;

/** Files that never change, because their names have a digest of their content. */
const unchanging = /-[0-9a-f]{16}(_bg)?\.(js|wasm|css)$/;

const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)];

/** Adds these files to a folder. `quality` is that of brotli, 11 at most. */
export async function publish(folder, { address = "/", quality = 11 } = {}) {
  const base = new URL(address, "https://example.org/").pathname.replace(/\/*$/, "/");
  const own = new Set(["_headers", ".htaccess", "nginx.conf", ".nojekyll"]);
  await writeFile(path.join(folder, "404.html"), missing(base));
  // This build replaces the copies of an earlier one.
  const files = (await filesOf(folder)).filter((name) => !own.has(name) && !/\.(br|gz)$/.test(name));
  for (const name of files) await compress(path.join(folder, name), quality);
  await writeFile(path.join(folder, "_headers"), headers(base, files));
  await writeFile(path.join(folder, ".htaccess"), apache(base));
  await writeFile(path.join(folder, "nginx.conf"), nginx(base));
  // A forge's pages leave out files that begin with an underscore, unless this one is there.
  await writeFile(path.join(folder, ".nojekyll"), "");
  return files;
}

async function compress(file, quality) {
  if (!(path.extname(file).slice(1) in types) || (await stat(file)).size < LEAST) return;
  const bytes = await readFile(file);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
}

const YEAR = "public, max-age=31536000, immutable";

/** The headers for Netlify, Cloudflare Pages and similar hosts: they compress by themselves, and let a browser ask for all other files. */
function headers(base, files) {
  const kept = files.filter((name) => unchanging.test(name));
  const rules = kept.map((name) => `${base}${name}\n  Cache-Control: ${YEAR}\n`);
  const all = `${base}*\n  X-Content-Type-Options: nosniff\n  Access-Control-Allow-Origin: *\n`;
  return all + rules.join("");
}

/** The settings for Apache, in the folder itself. */
function apache(base) {
  const known = Object.entries(types);
  const add = known.map(([ending, type]) => `AddType "${type}" .${ending}`);
  const forced = known.map(
    ([ending, type]) => `  <FilesMatch "\\.${ending}\\.(br|gz)$">\n    ForceType "${type}"\n  </FilesMatch>`,
  );
  return `# Made by cargo xtask publish.
ErrorDocument 404 ${base}404.html
${add.join("\n")}
<IfModule mod_headers.c>
  Header set X-Content-Type-Options nosniff
  Header set Access-Control-Allow-Origin "*"
  Header set Cache-Control no-cache
  Header merge Vary Accept-Encoding
  <FilesMatch "-[0-9a-f]{16}(_bg)?\\.(js|wasm|css)(\\.br|\\.gz)?$">
    Header set Cache-Control "${YEAR}"
  </FilesMatch>
  <IfModule mod_rewrite.c>
    RewriteEngine On
    RewriteCond %{HTTP:Accept-Encoding} \\bbr\\b
    RewriteCond %{REQUEST_FILENAME}.br -s
    RewriteRule ^(.+)$ $1.br [E=no-gzip:1,E=no-brotli:1,L]
    RewriteCond %{HTTP:Accept-Encoding} \\bgzip\\b
    RewriteCond %{REQUEST_FILENAME} !\\.br$
    RewriteCond %{REQUEST_FILENAME}.gz -s
    RewriteRule ^(.+)$ $1.gz [E=no-gzip:1,E=no-brotli:1,L]
  </IfModule>
  RemoveType .gz
  RemoveEncoding .gz .br
  RemoveLanguage .br
${forced.join("\n")}
  <FilesMatch "\\.br$">
    Header set Content-Encoding br
  </FilesMatch>
  <FilesMatch "\\.gz$">
    Header set Content-Encoding gzip
  </FilesMatch>
</IfModule>
`;
}

/** The settings for nginx, for inclusion in the server that serves the folder. */
function nginx(base) {
  const plain = Object.entries(types).map(([ending, type]) => [type.split(";")[0], ending]);
  const all = [...plain, [woff2, "woff2"], [png, "png"], [ico, "ico"], [txt.split(";")[0], "txt"]];
  const listed = all.map(([type, ending]) => `        ${type} ${ending};`).join("\n");
  const texts = plain.map(([type]) => type).filter((type) => type !== "text/html" && type !== "application/wasm");
  return `# Made by cargo xtask publish: include this file in the server whose root has the folder at ${base}.
location ${base} {
    gzip_static on;
    # With the module ngx_brotli: brotli_static on;
    gzip_vary on;
    types {
${listed}
    }
    charset utf-8;
    charset_types ${[...new Set(texts)].join(" ")};
    error_page 404 ${base}404.html;
    add_header X-Content-Type-Options nosniff;
    add_header Access-Control-Allow-Origin *;
    add_header Cache-Control no-cache;
    location ~ "-[0-9a-f]{16}(_bg)?\\.(js|wasm|css)$" {
        add_header X-Content-Type-Options nosniff;
        add_header Access-Control-Allow-Origin *;
        add_header Cache-Control "${YEAR}";
    }
    location ~ "/(\\.htaccess|_headers|nginx\\.conf)$" {
        return 404;
    }
}
`;
}

/** The page for addresses that do not exist: it stands at any depth, so its link is absolute. */
function missing(base) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Not found: Makespan</title>
<body style="font-family: system-ui, sans-serif; margin: 15vh auto; max-width: 34em; padding: 0 1em; line-height: 1.5">
<h1>There is no such page</h1>
<p>Scenarios stand behind the “#” of an address. <a href="${base}">Open Makespan</a> and choose one.</p>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { address: { type: "string" } } });
  const files = await publish(positionals[0], values);
  console.log(`${files.length} files, with compressed copies, headers and a page for missing addresses`);
}
