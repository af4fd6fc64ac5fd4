// Keeps the list at check-in still under the finger: what the page hears by itself is put in only
// while nothing is pressed and no tap is on its way, and never when it was asked before a tap. Says
// when a tap was not saved.
(function () {
  "use strict";
  var taps = 0;
  var pressed = false;
  var tapped = 0;
  var asked = 0;

  function isTap(event) {
    return event.detail.requestConfig && event.detail.requestConfig.verb === "post";
  }

  function tell(failed) {
    var notice = document.getElementById("not-saved");
    if (notice) {
      notice.hidden = !failed;
    }
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

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (isTap(event)) {
      taps += 1;
    } else {
      asked = performance.now();
    }
  });

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (!isTap(event) && (taps || pressed || asked < tapped)) {
      event.detail.shouldSwap = false;
    }
  });

  document.addEventListener("htmx:afterRequest", function (event) {
    if (isTap(event)) {
      taps -= 1;
      tapped = performance.now();
      var status = event.detail.xhr ? event.detail.xhr.status : 0;
      tell(status !== 200 && status !== 422);
    }
  });
})();
