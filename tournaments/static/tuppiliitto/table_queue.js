// Deals that wait on this phone to be sent: kept, in their order, each sent once. No page in here;
// table_waiting.js shows what waits.
//
// Each deal is an item of its own in localStorage, so that two tabs never overwrite each other's:
//   "tuppi-deal <page> <token>"   {token, entry, order, at, revision | follows}
//   "tuppi-stopped <page>"        why nothing is sent until somebody has decided (see `stopped`)
// `page` is the address of the match under its link. `revision` is the sheet that was seen;
// `follows` the token of the deal before, for all but the first. The token makes a deal count once
// however often it is sent, so an answer that got lost costs nothing: it is sent again.
//
// Neither a cookie nor a CSRF token is needed: the address alone is the right to write, so nothing
// runs out while a deal waits (see views/table/deal.py, which also says what the answers mean).
(function () {
  "use strict";
  const LONGEST_WAIT = 8000;
  const RETRIES = [1000, 2000, 4000, 8000, 10000];
  const LEASE = 6000;
  const ELSEWHERE = 1500; // how soon to look again while another tab is at it

  // crypto.randomUUID is there only over HTTPS; a hall has plain HTTP.
  function newToken() {
    if (window.crypto.randomUUID) {
      return window.crypto.randomUUID();
    }
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  function read(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null; // no storage, or not ours
    }
  }

  function names(start) {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(start));
    } catch {
      return [];
    }
  }

  function pause(milliseconds) {
    return new Promise((done) => window.setTimeout(done, milliseconds));
  }

  // Addresses of pages that deals wait for, on this phone.
  function pagesWithDeals() {
    return [...new Set(names("tuppi-deal ").map((name) => name.split(" ")[1]))];
  }

  // The deals of one page. `address` is where they are sent to, "" where the link is over. `tell`
  // is called with what happened: "changed", "heard", "not-heard", "saved" (with the site's answer).
  function queueOf(page, address, tell) {
    const start = `tuppi-deal ${page} `;
    const stop = `tuppi-stopped ${page}`;
    const tab = newToken();
    let sending = false;
    let failures = 0;
    let timer = 0;

    function waiting() {
      return names(start)
        .map(read)
        .filter(Boolean)
        .sort((one, other) => one.order - other.order || one.at - other.at);
    }

    // What stands in the way of the first deal: {status, message, lines, revision} as the site
    // answered; status 0 where the deal before it was thrown away. Null for nothing.
    function stopped() {
      return waiting().length ? read(stop) : null;
    }

    function store(deal) {
      localStorage.setItem(start + deal.token, JSON.stringify(deal));
    }

    function drop(deal) {
      localStorage.removeItem(start + deal.token);
    }

    function halt(why) {
      localStorage.setItem(stop, JSON.stringify(why));
    }

    function resume() {
      localStorage.removeItem(stop);
      failures = 0;
    }

    // Keeps one more deal and tries to send it; its token, "" where this browser keeps nothing.
    function keep(entry, revision) {
      const before = waiting().pop();
      const deal = { token: newToken(), entry: entry, at: Date.now() };
      deal.order = before ? before.order + 1 : 1;
      deal.revision = before ? null : revision;
      deal.follows = before ? before.token : null;
      try {
        store(deal);
      } catch {
        return "";
      }
      if (!before) {
        resume();
      }
      tell("changed");
      flush();
      return deal.token;
    }

    // One deal to the site; its answer, with its status. Throws where nothing of the site's was
    // heard: no network, no answer in time, or something between that answers in its place.
    async function send(deal) {
      const fields = new URLSearchParams({ entry: deal.entry, token: deal.token });
      if (deal.follows) {
        fields.set("follows", deal.follows);
      } else {
        fields.set("revision", deal.revision);
      }
      const limit = new AbortController();
      const late = window.setTimeout(() => limit.abort(), LONGEST_WAIT);
      try {
        const response = await fetch(address, {
          method: "POST",
          body: fields,
          headers: { Accept: "application/json" },
          redirect: "error",
          cache: "no-store",
          signal: limit.signal,
        });
        const answer = await response.json();
        if (typeof answer.saved !== "boolean" || response.status >= 500) {
          throw new TypeError("not the site");
        }
        return { ...answer, status: response.status };
      } finally {
        window.clearTimeout(late);
      }
    }

    // Sends one after the other until none is left, or the site refuses one, or is not heard.
    async function sendAll() {
      for (let deal = waiting()[0]; deal && !stopped(); deal = waiting()[0]) {
        let answer;
        try {
          answer = await send(deal);
        } catch {
          tell("not-heard");
          return false;
        }
        failures = 0;
        tell("heard");
        if (answer.saved) {
          drop(deal);
          tell("saved", answer);
        } else {
          halt({ token: deal.token, ...answer });
        }
        tell("changed");
      }
      return true;
    }

    // Only one tab works on the deals at a time. Sent twice they would count once, but two tabs
    // would take each other's answers for changes. Returns null where another tab is at it.
    async function alone(work) {
      if (navigator.locks) {
        return navigator.locks.request(`tuppi ${page}`, { ifAvailable: true }, (lock) => (lock ? work() : null));
      }
      // Over plain HTTP there are no locks: a lease in storage that runs out if its tab is gone.
      const name = `tuppi-lease ${page}`;
      const held = read(name);
      if (held && held.by !== tab && held.until > Date.now()) {
        return null;
      }
      const take = () => localStorage.setItem(name, JSON.stringify({ by: tab, until: Date.now() + LEASE }));
      take();
      await pause(40); // another tab may have taken it at the same moment: the later one has it
      if ((read(name) || {}).by !== tab) {
        return null;
      }
      const renewing = window.setInterval(take, LEASE / 3);
      const release = () => {
        window.clearInterval(renewing);
        localStorage.removeItem(name);
      };
      // A page closed in the middle leaves the deals to the next one at once.
      window.addEventListener("pagehide", release);
      try {
        return await work();
      } finally {
        window.removeEventListener("pagehide", release);
        release();
      }
    }

    function again(longest) {
      window.clearTimeout(timer);
      // A hall's phones all lose the network at once: not all of them ask at the same moment.
      timer = window.setTimeout(flush, longest * (0.75 + Math.random() / 4));
    }

    function later() {
      again(RETRIES[Math.min(failures, RETRIES.length - 1)]);
      failures += 1;
    }

    // Sends what waits, now; where that does not work out, again in a while.
    async function flush() {
      window.clearTimeout(timer);
      if (sending || !address || !waiting().length || stopped()) {
        return;
      }
      sending = true;
      let done = false;
      try {
        done = await alone(sendAll);
      } finally {
        sending = false;
      }
      // A deal kept just as the last answer came in goes at once.
      if (!waiting().length || stopped()) {
        return;
      }
      if (done) {
        flush();
      } else if (done === null) {
        again(ELSEWHERE);
      } else {
        later();
      }
    }

    async function changed(work) {
      sending = true;
      try {
        return await alone(async () => {
          work();
          return true;
        });
      } finally {
        sending = false;
      }
    }

    // A change somebody asked for, while nothing is being sent.
    async function change(work) {
      for (let attempt = 0; attempt < 40; attempt += 1) {
        if (!sending && (await changed(work))) {
          tell("changed");
          flush();
          return;
        }
        await pause(250);
      }
    }

    // The last deal kept is taken off: no other follows it.
    function removeLast(token) {
      return change(() => {
        const last = waiting().pop();
        if (last && last.token === token) {
          drop(last);
        }
        if (!waiting().length) {
          resume();
        }
      });
    }

    // The first deal is to stand behind what is on the sheet now. Its token stays: it was refused,
    // so nothing was written by it, and the deals behind it follow it by that.
    function sendAnyway() {
      return change(() => {
        const first = waiting()[0];
        const why = stopped();
        if (first && why && Number.isInteger(why.revision)) {
          store({ ...first, revision: why.revision, follows: null });
        }
        resume();
      });
    }

    // The first deal is not to be written. The next one takes its place, after being asked about.
    function throwAway(token) {
      return change(() => {
        const [first, next] = waiting();
        if (!first || first.token !== token) {
          return;
        }
        const why = stopped() || {};
        if (next) {
          store({ ...next, revision: first.revision, follows: first.follows });
          halt({ token: next.token, status: 0, revision: why.revision, lines: why.lines });
        } else {
          resume();
        }
        drop(first);
      });
    }

    // The site may have changed its mind: an annulled match plays again, a link is back in force.
    function tryAgain() {
      return change(resume);
    }

    window.addEventListener("storage", (event) => {
      if (event.key === null || event.key === stop || event.key.startsWith(start)) {
        tell("changed");
      }
    });

    return { waiting, stopped, keep, flush, removeLast, sendAnyway, throwAway, tryAgain };
  }

  window.tuppiQueue = { queueOf, pagesWithDeals };
})();
