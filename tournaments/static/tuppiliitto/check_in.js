// Keeps the list at check-in still under the finger: what the page hears by itself is put in only
// while nothing is pressed and no tap is on its way, and never when it was asked before a tap. A key
// tapped twice in a hurry counts once. Says when a tap was not saved.
(function () {
  "use strict";
  var REST = 800;
  var resting = {};
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

  // The second of two quick taps meets the key as the first one left it, and would take it back.
  document.addEventListener(
    "click",
    function (event) {
      var key = event.target.closest("button[name='tap']");
      if (!key || !key.id) {
        return;
      }
      if (performance.now() < (resting[key.id] || 0)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      resting[key.id] = performance.now() + REST;
    },
    true
  );

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
      var failed = status !== 200 && status !== 422;
      // One that failed left the key as it was, and may be tried again at once.
      resting[event.detail.elt.id] = failed ? 0 : tapped + REST;
      tell(failed);
    }
  });
})();
