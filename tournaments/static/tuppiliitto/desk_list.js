// Keeps the desk's overview still under the finger while it follows the event: lists stay open or
// folded as they were left, and nothing is put in while a key is pressed. Tells in the title, and
// to who listens, when more tables want somebody than before.
(function () {
  "use strict";
  var title = document.title;
  var open = {};
  var wanted = null;
  var pressed = false;

  function live() {
    return document.getElementById("live");
  }

  function lists() {
    return Array.from(document.querySelectorAll("#live details[id]"));
  }

  function tell() {
    var part = live();
    var count = part ? Number(part.dataset.wanted) : 0;
    document.title = (count ? "(" + count + ") " : "") + title;
    if (wanted !== null && count > wanted) {
      document.getElementById("told").textContent = part.dataset.said;
    }
    wanted = count;
  }

  document.addEventListener("pointerdown", function () {
    pressed = true;
  });
  ["pointerup", "pointercancel"].forEach(function (name) {
    document.addEventListener(name, function () {
      // A click follows its pointerup.
      window.setTimeout(function () {
        pressed = false;
      }, 0);
    });
  });

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (pressed) {
      event.detail.shouldSwap = false;
      return;
    }
    open = {};
    lists().forEach(function (list) {
      open[list.id] = list.open;
    });
  });

  document.addEventListener("htmx:afterSwap", function () {
    lists().forEach(function (list) {
      if (list.id in open) {
        list.open = open[list.id];
      }
    });
    tell();
  });

  tell();
})();
