// Lets the page work without a network, and offers a newer version when there is one. It is loaded after the page, and
// never within another one.
try {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.register(new URL("sw.js", import.meta.url), { updateViaCache: "none" });
  const offer = (worker) => worker && serviceWorker.controller && show(worker);
  offer(registration?.waiting);
  registration?.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && offer(installing));
  });
} catch {
  // Where it is not allowed, or storage is closed, the page needs its host: as ever.
}

function show(worker) {
  document.querySelector(".renewal")?.remove();
  const words = Object.assign(document.createElement("p"), { textContent: "A newer version of Makespan is ready. Your scenario stays." });
  const button = (text, onclick) =>
    Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text, onclick });
  const notice = document.createElement("section");
  const load = button("Load it", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("renew");
  });
  notice.className = "renewal";
  notice.setAttribute("role", "status");
  notice.setAttribute("aria-label", "New version");
  notice.append(words, load, button("Later", () => notice.remove()));
  document.body.append(notice);
}
