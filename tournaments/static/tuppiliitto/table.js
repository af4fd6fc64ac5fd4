// At the table: state and keys are two parts. Where one of them is behind the other, because
// another phone wrote, it is asked for anew; what was chosen stays chosen.
(function () {
  "use strict";
  var open = false;

  function part(id) {
    return document.getElementById(id);
  }

  // Puts one part in anew. A request that fails needs no answer here: the next poll asks again, and
  // without a network table_waiting.js is told by htmx.
  function askAnew(element, address) {
    window.htmx.ajax("GET", address, { source: element, target: element, swap: "outerHTML" }).catch(function () {});
  }
  window.tuppiAskAnew = askAnew;

  function isBehind() {
    var live = part("live");
    var entry = part("entry");
    return live && entry && live.dataset.state !== entry.dataset.state;
  }

  // A page that comes with a message says it aloud, which it would not by itself.
  document.addEventListener("DOMContentLoaded", function () {
    var said = part("messages").textContent.trim();
    window.setTimeout(function () {
      part("news").textContent = said;
    }, 300);
  });

  // What a page said as it came is over once the match or a call has gone on.
  var before = "";

  function goesOn() {
    var call = part("call");
    return part("live").dataset.state + (call ? call.textContent.replace(/\s+/g, " ") : "");
  }

  function forget() {
    var now = part("live") ? goesOn() : before;
    if (now !== before) {
      part("messages").querySelectorAll("[data-came]").forEach(function (said) {
        said.remove();
      });
    }
    before = now;
  }

  document.addEventListener("DOMContentLoaded", function () {
    part("messages").querySelectorAll(".notice").forEach(function (said) {
      said.dataset.came = "with the page";
    });
    before = part("live") ? goesOn() : "";
  });

  document.addEventListener("htmx:afterSettle", forget);
  document.addEventListener("htmx:oobAfterSwap", forget);

  // Told aloud: what was written, and where the match is now.
  function tell() {
    var said = [part("last-line"), part("state-in-words")].map(function (line) {
      return line ? line.textContent.trim() : "";
    });
    part("news").textContent = said.join(" ");
  }

  // The sheet below is put in anew with the state; it stays open where it was.
  document.addEventListener("htmx:oobBeforeSwap", function () {
    var sheet = part("whole-sheet");
    open = Boolean(sheet && sheet.open);
  });

  document.addEventListener("htmx:oobAfterSwap", function () {
    var sheet = part("whole-sheet");
    if (sheet) {
      sheet.open = open;
    }
  });

  document.addEventListener("htmx:afterSettle", function (event) {
    if (!isBehind()) {
      return;
    }
    if (event.target.id === "live") {
      tell();
      window.htmx.trigger(part("entry"), "moved");
    } else if (event.target.id === "entry") {
      var live = part("live");
      askAnew(live, live.getAttribute("hx-get"));
    }
  });
})();
