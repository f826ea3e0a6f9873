// Runs before the page's program, which is in two parts: hands the first part the doors to the rest, which is loaded when
// the page says that its first picture stands (`makespanRest`), or at once when something asks for it earlier.
const address = new URL("{rest}", document.baseURI);
let given, page, rest, coming;

const begin = (module) => (rest ??= new WebAssembly.Instance(module, { ...given, page: page.exports }).exports);

/** Somebody was quicker than the network: the page waits. A request that waits cannot have bytes, but their text. */
function now() {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    return begin(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0))));
  } catch (error) {
    lost();
    throw error;
  }
}

/** What was asked for is not here, and the page cannot go on from the middle of it. */
function lost() {
  document.querySelector(".renewal")?.remove();
  const notice = Object.assign(document.createElement("section"), { className: "renewal" });
  notice.setAttribute("role", "alert");
  notice.setAttribute("aria-label", "Part of the page is missing");
  const load = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Load again" });
  load.onclick = () => location.reload();
  notice.append(
    Object.assign(document.createElement("p"), {
      textContent: "Part of the page did not come, and what you did needs it. Your scenario is in the address: load it again when the network is back.",
    }),
    load,
  );
  document.body.append(notice);
}

/** The rest on its way; what failed is tried again when it is needed, or when there is a network again. */
async function come() {
  try {
    coming ??= fetch(address).then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
    return await coming;
  } catch (error) {
    coming = undefined;
    addEventListener("online", globalThis.makespanRest, { once: true });
    throw error;
  }
}
globalThis.makespanRest = () => rest ?? come().then(begin, () => {});

const doors = new Proxy({}, { get: (_, name) => (...values) => (rest ?? now())[name](...values) });
const ways = { instantiate: WebAssembly.instantiate, instantiateStreaming: WebAssembly.instantiateStreaming };
// Where both parts are wanted at once, or are on this device: a request that waits does not reach the service worker.
const whole = "embed" in document.documentElement.dataset || location.hash === "#design" || navigator.serviceWorker?.controller;
if (whole) come().catch(() => {});
for (const [way, make] of Object.entries(ways)) {
  WebAssembly[way] = async (source, imports) => {
    const made = await make(source, { ...imports, rest: doors });
    Object.assign(WebAssembly, ways);
    given = imports;
    page = made.instance ?? made;
    if (whole) await makespanRest();
    return made;
  };
}
