// At the table without a network: the keys of a deal on the phone itself, and the list of what
// waits. table_queue.js keeps and sends; all words come from templates/table/waiting.html.
//
// With a network the site's own keys are used, and the deal they come to goes through the same
// queue, so that an answer lost on the way costs nothing. What a deal ends is the site's to say.
(function () {
  "use strict";
  const SILENT_AFTER = 25000; // the page asks every ten seconds
  const SLOW_AFTER = 700;
  let queue = null;
  let page = "";
  let heardAt = Date.now();
  let offline = false;
  let slow = false; // a deal waits longer than an answer usually takes
  let unfresh = false; // deals were sent since the site's keys were asked for
  let opens = false; // the phone opens this page again without a network
  let needs = false; // something was tapped that needs the network
  let keys = null; // what was tapped on the phone's keys: {game, pair, entry, revision}
  let sentUpTo = 0; // the sheet's revision after the last deal that was sent from here
  let written = null; // the form of the site's keys that was sent last, and the token it got

  const root = () => document.getElementById("waiting");
  const site = () => document.getElementById("entry");
  const part = (name) => root().querySelector(`[data-part="${name}"]`);

  function show(name, shown) {
    root()
      .querySelectorAll(`[data-part="${name}"]`)
      .forEach((element) => {
        if (element.hidden === Boolean(shown)) {
          element.hidden = !shown;
        }
      });
  }

  function filled(words, values) {
    return words.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  }

  // ra8: RAMI, pair A declared and took 8 tricks. What is no plain deal stands as it is.
  function inWords(entry) {
    const words = root().dataset;
    const read = /^(?:(n)|r([ab]))\/$/.exec(entry) || [];
    if (read[0]) {
      return read[1] ? words.noloFell : filled(words.ramiFell, { pair: read[2].toUpperCase() });
    }
    const [, game, letter, number] = /^([rn])([ab])([0-9]+)$/.exec(entry) || [];
    if (!game) {
      return entry;
    }
    const pair = letter.toUpperCase();
    const tricks = Number(number);
    const other = { pair, winner: pair === "A" ? "B" : "A", tricks: 13 - tricks };
    if (game === "n") {
      return tricks <= 6
        ? filled(words.nolo, { pair, tricks })
        : filled(words.nolo, { pair: other.winner, tricks: other.tricks });
    }
    return tricks >= 7 ? filled(words.rami, { pair, tricks }) : filled(words.robbed, other);
  }

  // --- what the page shows ---------------------------------------------------------------------

  function showDeals(deals, stopped) {
    const list = part("list");
    const line = part("line");
    const rows = deals.map((deal) => {
      const row = line.content.firstElementChild.cloneNode(true);
      row.querySelector(".words").textContent = inWords(deal.entry);
      row.querySelector("time").textContent = window.tuppiClock(deal.at);
      row.dataset.entry = deal.entry;
      return row;
    });
    if (list.textContent !== rows.map((row) => row.textContent).join("")) {
      list.replaceChildren(...rows);
    }
    show("deals", deals.length);
    show("remove", deals.length > 1 || (deals.length && !(stopped && part("throw").hidden === false)));
  }

  function isOver() {
    return "over" in root().dataset;
  }

  function showQuestion(deals, stopped) {
    const asked = Boolean(stopped) || (isOver() && deals.length > 0);
    const status = isOver() ? 410 : stopped && stopped.status;
    const linkIsOver = [403, 404, 410, 429].includes(status);
    show("question", asked);
    if (!asked) {
      return;
    }
    // What stood in the way before does not matter any more once the link is over.
    const told = isOver() ? {} : stopped;
    const because = told.message || "";
    part("because").textContent = because;
    show("because", because);
    const lines = told.lines || [];
    part("lines").replaceChildren(
      ...lines.map((line) => {
        const row = document.createElement("li");
        row.textContent = line;
        return row;
      }),
    );
    part("first").textContent = inWords(deals[0].entry);
    show("now", lines.length);
    show("none-now", status === 409 && !lines.length);
    show("thrown", status === 0);
    show("over", linkIsOver);
    show("first-asked", !linkIsOver);
    show("anyway", status === 409 || status === 0);
    show("throw", !linkIsOver);
    show("again", !isOver() && status !== 409 && status !== 0);
  }

  function step() {
    if (keys.entry) {
      return "confirm";
    }
    return [keys.game, keys.pair].filter(Boolean).join("-") || "game";
  }

  function showKeys(shown) {
    show("keys", shown);
    if (!shown) {
      return;
    }
    const now = step();
    part("keys").querySelectorAll("[data-step]").forEach((each) => {
      each.hidden = each.dataset.step !== now;
    });
    show("back", now !== "game");
    if (now === "confirm") {
      part("said").textContent = inWords(keys.entry);
    }
  }

  function render() {
    if (!root()) {
      return;
    }
    const deals = queue.waiting();
    const stopped = queue.stopped();
    const waits = deals.length > 0 && (offline || slow || Boolean(stopped) || isOver());
    if (waits && !stopped && !isOver() && !keys && takesDeals()) {
      keys = fresh();
    }
    const inPlace = waits || Boolean(keys);
    root().hidden = !(inPlace || offline || part("elsewhere").childElementCount);
    document.body.classList.toggle("keeps-deals", inPlace || unfresh === "hidden");
    show("offline", offline && !isOver());
    part("heard").textContent = window.tuppiClock(heardAt);
    show("opens", opens);
    show("stays", !opens);
    show("sending", waits && !offline && !stopped && !isOver());
    show("needs", needs && offline);
    showQuestion(deals, stopped);
    showDeals(waits ? deals : [], stopped);
    showKeys(Boolean(keys) && !stopped && !isOver());
  }

  // Whether the site's keys are those of a deal; not so before the seats are said, or at the end.
  function takesDeals() {
    return Boolean(site() && site().querySelector(".keys, form.write, #seats"));
  }

  function fresh() {
    const seen = site() ? Number(site().dataset.revision) : 0;
    return { game: "", pair: "", entry: "", revision: Math.max(seen, sentUpTo) };
  }

  function showElsewhere() {
    const words = root().dataset.elsewhere;
    const others = window.tuppiQueue.pagesWithDeals().filter((other) => other !== page);
    part("elsewhere").replaceChildren(
      ...others.map((other) => {
        const link = document.createElement("a");
        const number = /\/table\/\d+\/\w+\/(\d+)\/|\/sheet\/(\d+)\//.exec(other) || [];
        link.href = other;
        link.className = "button secondary";
        link.textContent = filled(words, { number: number[1] || number[2] || "" });
        return link;
      }),
    );
  }

  // --- hearing and not hearing -------------------------------------------------------------------

  function heard() {
    heardAt = Date.now();
    if (!offline) {
      return;
    }
    offline = needs = false;
    giveWay();
    queue.flush();
    render();
  }

  // Once nothing waits, keys not yet touched give way to the site's; what is half-made stays. The
  // last deal may have been sent by another tab.
  function giveWay() {
    if (keys && step() === "game" && !offline && !unfresh && !queue.waiting().length) {
      askForKeys();
    }
  }

  // A browser that knows of no network is believed at once; one that thinks it has one may err.
  function isCutOff() {
    if (!navigator.onLine) {
      notHeard();
    }
    return offline;
  }

  function notHeard() {
    if (!offline) {
      offline = true;
      render();
    }
  }

  // What was tapped may be far from where this is said.
  function sayNeeded() {
    needs = true;
    render();
    part("needs").scrollIntoView({ block: "nearest" });
  }

  function probe() {
    const live = document.getElementById("live");
    if (live && window.htmx) {
      window.tuppiAskAnew(live, live.getAttribute("hx-get"));
    }
  }

  // The site's keys of the next deal, after the address they are of.
  function askForKeys() {
    const entry = site();
    if (!entry) {
      return;
    }
    unfresh = document.body.classList.contains("keeps-deals") ? "hidden" : "shown";
    window.history.replaceState(null, "", page);
    window.tuppiAskAnew(entry, page);
  }

  function saved(answer) {
    const line = document.createElement("p");
    line.className = "notice success";
    line.textContent = filled(root().dataset.written, { said: answer.said });
    document.getElementById("messages").replaceChildren(line);
  }

  function told(what, answer) {
    if (what === "heard") {
      heard();
    } else if (what === "not-heard") {
      notHeard();
    } else if (what === "changed") {
      giveWay();
    } else if (what === "saved") {
      saved(answer);
      sentUpTo = answer.revision; // the site's keys may not have heard of it yet
      if (keys) {
        keys.revision = answer.revision; // what is being chosen comes after what was sent
      }
      if (!queue.waiting().length) {
        slow = false;
        if (!keys || step() === "game") {
          askForKeys();
        }
        keepPage();
      }
    }
    if (leaveToSite()) {
      return;
    }
    render();
  }

  // A deal refused at once, with the site at hand: its own page says why and offers it again.
  function leaveToSite() {
    const stopped = queue.stopped();
    if (!written || !stopped || stopped.token !== written.token || offline || slow) {
      return false;
    }
    const form = written.form;
    written = null;
    if (queue.waiting().length !== 1 || !form.isConnected) {
      return false;
    }
    queue.throwAway(stopped.token).then(() => form.submit());
    return true;
  }

  // Keeps a deal; false where this browser keeps nothing, so that it must go another way.
  function keep(entry, revision, form) {
    document.getElementById("messages").replaceChildren();
    written = form ? { form, token: "" } : null;
    slow = false;
    const token = queue.keep(entry, revision);
    if (!token) {
      written = null;
      show("no-room", true);
      return false;
    }
    if (written) {
      written.token = token;
    }
    window.setTimeout(() => {
      slow = queue.waiting().length > 0;
      render();
    }, SLOW_AFTER);
    return true;
  }

  // --- what is tapped ------------------------------------------------------------------------------

  function openKeys(address) {
    const chosen = new URL(address, window.location.href).searchParams;
    keys = fresh();
    keys.game = chosen.get("game") || "";
    keys.pair = chosen.get("declarer") || chosen.get("winner") || "";
    keys.entry = keys.game ? chosen.get("entry") || "" : "";
    moved();
  }

  function moved() {
    render();
    const heading = part("keys").querySelector("[data-step]:not([hidden]) [tabindex]");
    if (heading) {
      heading.focus();
    }
  }

  function tapped(key) {
    const told = key.dataset;
    if (told.game) {
      keys = { ...fresh(), game: told.game };
    } else if (told.pair) {
      keys.pair = told.pair;
    } else if (told.entry) {
      keys.entry = told.entry;
    } else if (told.do === "back") {
      if (keys.entry) {
        keys.entry = "";
      } else if (keys.pair) {
        keys.pair = "";
      } else {
        keys = fresh();
      }
    } else if (told.do === "keep") {
      const { entry, revision } = keys;
      if (!entry || !keep(entry, revision)) {
        return;
      }
      keys = fresh();
    }
    moved();
  }

  const asked = {
    remove: () => {
      const last = queue.waiting().pop();
      return last && queue.removeLast(last.token);
    },
    anyway: () => queue.sendAnyway(),
    throw: () => {
      const first = queue.waiting()[0];
      return first && queue.throwAway(first.token);
    },
    again: () => queue.tryAgain(),
  };

  // Once nothing waits and nothing is half-made the site's keys come back.
  function settled() {
    if (!queue.waiting().length && (!keys || step() === "game")) {
      askForKeys();
      probe();
    }
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("#waiting button");
    if (key && key.dataset.do in asked) {
      Promise.resolve(asked[key.dataset.do]()).then(settled);
    } else if (key) {
      tapped(key);
    }
  });

  // Without a network: the site's keys are the phone's, and what needs the site says so instead of
  // leaving a page that would not open again.
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a[href]");
      if (!link || !isCutOff() || link.origin !== window.location.origin || link.hash) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (link.matches("#entry [hx-get]")) {
        openKeys(link.href);
      } else {
        sayNeeded();
      }
      probe();
    },
    true,
  );

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.matches("#entry form.write")) {
        if (form.dataset.sent || keep(form.elements.entry.value, Number(form.elements.revision.value), form)) {
          form.dataset.sent = "yes";
          event.preventDefault();
        }
      } else if (isCutOff()) {
        event.preventDefault();
        sayNeeded();
        probe();
      }
    },
    true,
  );

  function failed(event) {
    const { elt, requestConfig } = event.detail;
    notHeard();
    if (elt.closest && elt.closest("#entry a")) {
      openKeys(requestConfig.path);
    } else if (elt.id === "entry" && unfresh) {
      keys = keys || fresh();
      unfresh = false; // asked for again as soon as the site is heard
      render();
    }
  }

  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (xhr && xhr.status >= 500) {
      failed(event);
    } else if (xhr && xhr.status) {
      heard();
    }
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "entry") {
      if (unfresh) {
        unfresh = false;
        // A choice made while the answer was on its way stays.
        if (!queue.waiting().length && keys && step() === "game") {
          keys = null;
        }
      }
      render();
    } else if (event.target.id === "live") {
      keepPage();
    }
  });

  // Going back puts the whole page in anew, as the site has it.
  document.addEventListener("htmx:historyRestore", () => {
    keys = null;
    showElsewhere();
    render();
  });

  window.addEventListener("offline", notHeard);
  window.addEventListener("online", () => {
    queue.flush();
    probe();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      queue.flush();
      probe();
    }
  });

  // --- opening again without a network -----------------------------------------------------------

  // Over HTTPS, and on the machine itself, a worker keeps this page as it is now.
  async function keepPage() {
    if (!window.isSecureContext || !navigator.serviceWorker || isOver()) {
      return;
    }
    const files = [...document.querySelectorAll("script[src], link[rel~=stylesheet], link[rel~=icon], img[src]")];
    const registration = await navigator.serviceWorker.ready;
    registration.active.postMessage({ page, files: files.map((file) => file.src || file.href) });
  }

  function start() {
    if (!root()) {
      return;
    }
    page = root().dataset.page;
    queue = window.tuppiQueue.queueOf(page, root().dataset.deal || "", told);
    if (window.htmx) {
      window.htmx.config.timeout = 8000;
    }
    if (window.isSecureContext && navigator.serviceWorker && root().dataset.worker) {
      navigator.serviceWorker.addEventListener("message", (event) => {
        opens = event.data.kept;
        render();
      });
      navigator.serviceWorker.register(root().dataset.worker).then(keepPage, () => {});
    }
    showElsewhere();
    // A page that the phone itself kept is as old as it says.
    const made = document.querySelector(".updated time");
    if (made && navigator.serviceWorker && navigator.serviceWorker.controller) {
      heardAt = Math.min(Date.now(), Date.parse(made.dateTime));
    }
    offline = !navigator.onLine || Date.now() - heardAt > SILENT_AFTER;
    slow = queue.waiting().length > 0;
    if (offline || slow) {
      probe();
    }
    window.setInterval(() => {
      if (Date.now() - heardAt > SILENT_AFTER) {
        notHeard();
      }
    }, 1000);
    queue.flush();
    render();
  }

  document.addEventListener("DOMContentLoaded", start);
})();
