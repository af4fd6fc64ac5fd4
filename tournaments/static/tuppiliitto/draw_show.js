// Lets a draw run by itself, pair by pair, and moves it by keys: space runs and pauses, arrows step.
(function () {
  "use strict";
  var running = false;
  var timer = null;

  function find(id) {
    return document.getElementById(id);
  }

  function step(id) {
    var link = find(id);
    if (link) {
      link.click();
    }
    return Boolean(link);
  }

  function run(on) {
    running = on && Boolean(find("next"));
    window.clearTimeout(timer);
    if (running) {
      timer = window.setTimeout(advance, find("show").getAttribute("data-every") * 1000);
    }
    show();
  }

  function advance() {
    step("next");
    run(true);
  }

  function show() {
    var key = find("run");
    if (!key) {
      return;
    }
    key.hidden = false;
    find("seconds").hidden = false;
    key.textContent = key.getAttribute(running ? "data-pause" : "data-go");
  }

  document.addEventListener("click", function (event) {
    if (event.target.id === "run") {
      run(!running);
    }
  });

  document.addEventListener("keydown", function (event) {
    var typing = event.target.closest("button, input, select, textarea, summary");
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    if (event.key === "ArrowRight" && step("next")) {
      run(running);
    } else if (event.key === "ArrowLeft" && step("previous")) {
      run(running);
    } else if (event.key === " " && !typing) {
      run(!running);
    } else {
      return;
    }
    event.preventDefault();
  });

  document.addEventListener("htmx:afterSettle", function () {
    find("said").textContent = find("show").getAttribute("data-said");
    if (running && !find("next")) {
      run(false);
    }
    show();
  });

  show();
})();
