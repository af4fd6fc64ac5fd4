// Goes by the arrow keys to the table after or before this one that wants somebody; on the overview
// right goes to the first. Left alone while something is typed, chosen or held down.
(function () {
  "use strict";
  var KEYS = { ArrowRight: "table-after", ArrowLeft: "table-before" };
  var WANTED = ":is(#urgent, #unconfirmed, #missing) a.open-match";
  var TAKES_ARROWS = "input, select, textarea, audio, video, [contenteditable], [role='slider']";

  document.addEventListener("keydown", function (event) {
    var id = KEYS[event.key];
    if (!id || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) {
      return;
    }
    if (event.defaultPrevented || event.target.closest(TAKES_ARROWS)) {
      return;
    }
    var link =
      document.getElementById(id) ||
      (id === "table-after" && document.querySelector(WANTED));
    if (link) {
      event.preventDefault();
      link.click();
    }
  });
})();
