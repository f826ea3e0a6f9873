// The service worker: keeps the files of one version of the page, so that it works without a network. The build fills
// in the version and the names (list.mjs).
const VERSION = "{version}";
const FILES = ["{files}"];

/** Caches of this page, and of no other one on the same host. */
const OURS = `makespan ${registration.scope} `;
const CACHE = OURS + VERSION;

/** The address of a file. */
const at = (file) => new URL(file, registration.scope).href;
/** The address in the page's requests: workers' files with their version. The browser need not load again a file that it has. */
const asked = (file) => at(file) + (/^(makespan-(worker|language)|measured\/)/.test(file) ? "?v={program}" : "");
const KNOWN = new Map(FILES.map((file) => [at(file), file]));
// A page has two names in requests, and any query.
for (const file of FILES) if (file.endsWith("/")) KNOWN.set(new URL("index.html", at(file)).href, file);

addEventListener("install", (event) => {
  // All or nothing; the browser fetches a cached file again only where it has changed.
  const all = async () => (await caches.open(CACHE)).addAll(FILES.map((file) => new Request(asked(file), { cache: "no-cache" })));
  event.waitUntil(all());
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(OURS) && name !== CACHE;
  const tidy = async () => {
    await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

// The reader of a page decides when it is renewed.
addEventListener("message", ({ data }) => data === "renew" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  const file = KNOWN.get(url.href);
  if (request.method !== "GET" || file === undefined) return;
  // All parts are of one version, even when the host has another by now.
  const answer = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(asked(file), { ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
