// Turns the big screen: asks for the next slide, keeps each it has seen and goes on with those when
// the network is away. Says how much fits, celebrates a tuppi this screen has not shown, moves by
// the arrow keys and pauses by space.
(function () {
  "use strict";
  var LATE_AFTER = 45000;
  var WAIT_FOR_ANSWER = 8000;
  var STILL_AFTER = 4000;
  var LEAST_FIT = 0.6;
  var HEAD_LINES = 2.6;
  var screen = document.getElementById("screen");
  var celebration = document.getElementById("celebration");
  var seconds = Number(screen.dataset.seconds);
  var stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
  var kept = {};
  var heard = Date.now();
  var began = Date.now();
  var running = !/[?&]stay/.test(window.location.search);
  var asking = false;
  var celebrating = false;
  var timer = null;
  var shown = null;

  function find(id) {
    return document.getElementById(id);
  }

  function at() {
    return Number(find("slide").dataset.at);
  }

  function count() {
    return Number(find("slide").dataset.count);
  }

  // --- how much fits ---------------------------------------------------------------------------
  // Measured once for a window, in type of full size under a head of two lines: with another room
  // for each slide their number would change on the way, and some would never be shown.
  var measured = null;

  function room() {
    return measured || measure();
  }

  function measure() {
    var root = document.documentElement;
    var share = root.style.getPropertyValue("--fit") || 1;
    root.style.setProperty("--fit", 1);
    var step = parseFloat(window.getComputedStyle(find("slide")).fontSize);
    var wide = document.querySelector(".slide-body").clientWidth;
    var foot = document.querySelector(".screen-foot").offsetHeight;
    var high = window.innerHeight - step * HEAD_LINES - foot - step * 0.6;
    root.style.setProperty("--fit", share);
    measured = {
      lines: Math.max(4, Math.floor(high / (step * 1.24))),
      letters: Math.max(16, Math.floor(wide / (step * 0.56)))
    };
    return measured;
  }

  // Smaller type where a slide is still too long for the screen.
  function fit() {
    var root = document.documentElement;
    var share = 1;
    root.style.setProperty("--fit", share);
    while (root.scrollHeight > window.innerHeight && share > LEAST_FIT) {
      share -= 0.05;
      root.style.setProperty("--fit", share);
    }
  }

  // --- turning ---------------------------------------------------------------------------------
  function put(html) {
    var made = document.createElement("template");
    made.innerHTML = html;
    var slide = made.content.querySelector("#slide");
    if (!slide) {
      return false;
    }
    find("slide").replaceWith(slide);
    fit();
    turnLinks();
    celebrate();
    return true;
  }

  // Without a script these links turn; with one they show where they would lead.
  function turnLinks() {
    var here = at();
    var all = count();
    find("next").href = screen.dataset.address + "?at=" + ((here + 1) % all);
    find("previous").href = screen.dataset.address + "?at=" + ((here + all - 1) % all);
  }

  function goOnWithout(number) {
    var all = count();
    for (var step = 0; step < all; step += 1) {
      var known = kept[(number + step) % all];
      if (known) {
        put(known.html);
        return;
      }
    }
  }

  function show(number) {
    if (asking) {
      return;
    }
    asking = true;
    var fits = room();
    var address =
      screen.dataset.address +
      "?at=" + number + "&lines=" + fits.lines + "&letters=" + fits.letters;
    var known = kept[number];
    var asked = new AbortController();
    var limit = window.setTimeout(function () {
      asked.abort();
    }, WAIT_FOR_ANSWER);
    var headers = { "HX-Request": "true" };
    if (known && known.address === address) {
      headers["If-None-Match"] = known.tag;
    }
    fetch(address, { headers: headers, cache: "no-store", signal: asked.signal })
      .then(function (answer) {
        if (answer.status === 304) {
          return known.html;
        }
        if (!answer.ok || answer.redirected) {
          throw new Error("no slide");
        }
        return answer.text().then(function (html) {
          kept[number] = { address: address, tag: answer.headers.get("ETag"), html: html };
          return html;
        });
      })
      .then(function (html) {
        if (!put(html)) {
          throw new Error("no slide");
        }
        hear();
      })
      .catch(function () {
        goOnWithout(number);
      })
      .finally(function () {
        window.clearTimeout(limit);
        asking = false;
        wait();
      });
  }

  function step(by) {
    show((at() + by + count()) % count());
  }

  function wait() {
    window.clearTimeout(timer);
    began = Date.now();
    if (running && !celebrating) {
      timer = window.setTimeout(function () {
        step(1);
      }, seconds * 1000);
    }
  }

  function pause(on) {
    running = !on;
    var key = find("pause");
    key.textContent = key.getAttribute(running ? "data-pause" : "data-go");
    wait();
  }

  // --- what it says about itself ---------------------------------------------------------------
  function hear() {
    heard = Date.now();
    var now = new Date();
    var clock = document.querySelector(".updated time");
    clock.textContent = window.tuppiClock(now);
    clock.setAttribute("datetime", now.toISOString());
  }

  function mark() {
    document.querySelector(".updated").classList.toggle("late", Date.now() - heard > LATE_AFTER);
    if (running && !celebrating && !stillness.matches) {
      find("turn").value = at() + Math.min(1, (Date.now() - began) / 1000 / seconds);
    }
  }

  // --- tuppis ----------------------------------------------------------------------------------
  function remembered() {
    try {
      return JSON.parse(window.localStorage.getItem("tuppis " + screen.dataset.address));
    } catch (error) {
      return null;
    }
  }

  function remember() {
    try {
      window.localStorage.setItem("tuppis " + screen.dataset.address, JSON.stringify(shown));
    } catch (error) {
      // Where nothing may be kept, this visit alone remembers.
    }
  }

  function told() {
    return Array.from(document.querySelectorAll("#slide template[data-tuppi]"));
  }

  // A screen opened for the first time shows none of those made before.
  function begin() {
    shown = remembered();
    if (!Array.isArray(shown)) {
      shown = told().map(function (tuppi) {
        return tuppi.dataset.tuppi;
      });
      remember();
    }
  }

  function celebrate() {
    var fresh = told().filter(function (tuppi) {
      return shown.indexOf(tuppi.dataset.tuppi) < 0;
    });
    if (celebrating || !fresh.length) {
      return;
    }
    var tuppi = fresh[fresh.length - 1];
    shown.push(tuppi.dataset.tuppi);
    remember();
    celebrating = true;
    window.clearTimeout(timer);
    celebration.replaceChildren(tuppi.content.cloneNode(true));
    window.setTimeout(endCelebration, seconds * 1000);
  }

  function endCelebration() {
    if (!celebrating) {
      return;
    }
    celebrating = false;
    celebration.replaceChildren();
    celebrate();
    wait();
  }

  // --- keys ------------------------------------------------------------------------------------
  document.addEventListener("click", function (event) {
    var key = event.target.closest("a, button");
    if (celebrating && !key) {
      endCelebration();
    } else if (key && key.id === "pause") {
      pause(running);
    } else if (key && (key.id === "next" || key.id === "previous")) {
      event.preventDefault();
      step(key.id === "next" ? 1 : -1);
    }
  });

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      step(event.key === "ArrowRight" ? 1 : -1);
    } else if (event.key === "Escape" && celebrating) {
      endCelebration();
    } else if (event.key === " " && !event.target.closest("a, button")) {
      pause(running);
    } else {
      return;
    }
    event.preventDefault();
  });

  // The keys and the pointer leave the picture while nobody touches anything.
  var restless = null;
  function awake() {
    document.body.classList.remove("still");
    window.clearTimeout(restless);
    restless = window.setTimeout(function () {
      document.body.classList.add("still");
    }, STILL_AFTER);
  }
  ["pointermove", "pointerdown", "keydown"].forEach(function (name) {
    document.addEventListener(name, awake);
  });

  function stayLit() {
    if (navigator.wakeLock && document.visibilityState === "visible") {
      navigator.wakeLock.request("screen").catch(function () {});
    }
  }
  document.addEventListener("visibilitychange", stayLit);

  window.addEventListener("resize", function () {
    measured = null;
    fit();
  });
  window.setInterval(mark, 250);
  find("pause").hidden = false;
  begin();
  fit();
  awake();
  stayLit();
  pause(!running);
})();
