// Opens the page of a table again while there is no network. A browser runs this over HTTPS only.
//
// It is served from under one link (…/table/3/secret/worker.js) and so works for the pages of that
// link alone. It keeps the page of one match, the one last shown, with the scripts and styles the
// page names. Whatever is sent, whatever a fragment asks for, and every other page goes past it.
"use strict";

const SCOPE = new URL(self.registration.scope);
const KEPT = `tuppi-table ${SCOPE.pathname}`;
const LONGEST_WAIT = 6000;
const FILES = new Set(["script", "style", "image", "font"]);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page of a match under this link, or the link itself, which leads to one.
function isPage(url) {
  const rest = url.pathname.startsWith(SCOPE.pathname) ? url.pathname.slice(SCOPE.pathname.length) : "no";
  return url.origin === SCOPE.origin && /^([0-9]+\/)?$/.test(rest);
}

// A file whose name holds a digest of its content never changes.
function isForGood(url) {
  return /\.[0-9a-f]{12}\.[a-z0-9]+$/.test(url.pathname);
}

// Told by the page: keep {page, files}, its address and those of its files. What was kept before
// and is not named goes.
async function keep(page, told) {
  const cache = await caches.open(KEPT);
  const files = told.files.map((name) => new URL(name, SCOPE)).filter((url) => url.origin === SCOPE.origin);
  // As it is now: a page kept before the last deal would show an older sheet.
  const response = await fetch(page, { cache: "no-store", credentials: "same-origin" });
  if (!response.ok || response.redirected) {
    await cache.delete(page, { ignoreVary: true });
    return;
  }
  await Promise.all(
    files.map(async (file) => {
      if (!isForGood(file) || !(await cache.match(file, { ignoreVary: true }))) {
        await cache.add(new Request(file, { cache: "no-cache" }));
      }
    }),
  );
  await cache.put(page, response); // last: without its files it would be of no use
  const wanted = new Set([page, ...files].map(String));
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) {
      await cache.delete(request, { ignoreVary: true });
    }
  }
}

let newest = 0;
let turn = Promise.resolve();

// Answers whether the page would open without a network, be it as it was a deal ago.
async function answer(told) {
  const page = new URL(told.page, SCOPE);
  if (!isPage(page)) {
    return false;
  }
  // One after the other, and of those that wait only the newest.
  const number = (newest += 1);
  turn = turn.then(() => number === newest && keep(page, told)).catch(() => {}); // no network now
  await turn;
  return Boolean(await (await caches.open(KEPT)).match(page, { ignoreVary: true }));
}

self.addEventListener("message", (event) => {
  event.waitUntil(answer(event.data).then((kept) => event.source.postMessage({ kept })));
});

// The page as it was kept; under the link itself, the way to the page of the match.
async function keptPage(url) {
  const cache = await caches.open(KEPT);
  const page = new URL(url.pathname, SCOPE); // whatever was tapped so far is not kept
  const found = await cache.match(page, { ignoreVary: true });
  if (found || url.pathname !== SCOPE.pathname) {
    return found;
  }
  const other = (await cache.keys()).map((request) => new URL(request.url)).find(isPage);
  return other && Response.redirect(other);
}

// From the site where it answers in time, else as it was kept.
async function openPage(request) {
  const asked = fetch(request);
  const late = new Promise((_done, give_up) => setTimeout(give_up, LONGEST_WAIT));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return (await keptPage(new URL(request.url))) || asked;
  }
}

async function openFile(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request, { ignoreVary: true });
  if (found && isForGood(new URL(request.url))) {
    return found;
  }
  try {
    return await fetch(request);
  } catch (failure) {
    if (found) {
      return found;
    }
    throw failure;
  }
}

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== SCOPE.origin) {
    return;
  }
  if (request.mode === "navigate") {
    if (isPage(url)) {
      event.respondWith(openPage(request));
    }
  } else if (FILES.has(request.destination)) {
    event.respondWith(openFile(request));
  }
});
