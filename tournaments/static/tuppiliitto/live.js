// Tells when a live page last heard from the site, and marks it when it has not for a while.
(function () {
  "use strict";
  var LATE_AFTER = 45000;
  var heard = Date.now();

  function mark() {
    var line = document.querySelector("#live .updated");
    if (line) {
      line.classList.toggle("late", Date.now() - heard > LATE_AFTER);
    }
  }

  document.addEventListener("htmx:afterRequest", function (event) {
    var status = event.detail.xhr ? event.detail.xhr.status : 0;
    if (status !== 200 && status !== 304) {
      return;
    }
    heard = Date.now();
    var clock = document.querySelector("#live .updated time");
    if (clock) {
      clock.textContent = window.tuppiClock(heard);
    }
    mark();
  });

  window.setInterval(mark, 5000);
})();
