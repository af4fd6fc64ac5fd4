// Offers known players while a name is typed: in every [data-offers] (an address) the field of the
// name becomes a combobox; choosing a player fills in the name and the club. The question who is
// meant by a name stands only as long as that name does.
(function () {
  "use strict";
  var FEWEST = 2;
  var WAIT = 120;
  var count = 0;

  function folded(text) {
    return text.trim().replace(/\s+/g, " ").toLowerCase();
  }

  function prepare(seat) {
    var name = seat.querySelector("input[name$='_name']");
    var club = seat.querySelector("input[name$='_club']");
    if (!name || name.getAttribute("role") === "combobox") {
      return;
    }
    var list = document.createElement("ul");
    var chosen = -1;
    var timer = 0;
    count += 1;
    list.id = "offers-" + count;
    list.className = "known-players";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", document.querySelector("label[for='" + name.id + "']").innerText);
    name.parentNode.append(list);
    name.setAttribute("role", "combobox");
    name.setAttribute("aria-autocomplete", "list");
    name.setAttribute("aria-expanded", "false");
    name.setAttribute("aria-controls", list.id);

    function show(open) {
      list.hidden = !open;
      name.setAttribute("aria-expanded", String(open));
      if (!open) {
        mark(-1);
      }
    }

    function mark(place) {
      chosen = place;
      name.removeAttribute("aria-activedescendant");
      Array.from(list.children).forEach(function (option, at) {
        option.id = list.id + "-" + at;
        option.setAttribute("aria-selected", String(at === place));
        if (at === place) {
          name.setAttribute("aria-activedescendant", option.id);
          option.scrollIntoView({ block: "nearest" });
        }
      });
    }

    function askWhoIsMeant() {
      var question = seat.querySelector("[data-asks]");
      if (question) {
        question.hidden = folded(name.value) !== folded(question.dataset.asks);
        question.disabled = question.hidden;
      }
    }

    function take(option) {
      name.value = option.dataset.name;
      if (club) {
        club.value = option.dataset.club;
      }
      show(false);
      askWhoIsMeant();
    }

    function ask() {
      var typed = name.value.trim();
      if (typed.length < FEWEST) {
        show(false);
        return;
      }
      fetch(seat.dataset.offers + "?q=" + encodeURIComponent(typed), { credentials: "same-origin" })
        .then(function (answer) {
          return answer.ok && !answer.redirected ? answer.text() : "";
        })
        .then(function (text) {
          // An answer to what has been typed over since is none.
          if (name.value.trim() !== typed || document.activeElement !== name) {
            return;
          }
          list.innerHTML = text;
          mark(-1);
          show(list.children.length > 0);
        })
        .catch(function () {
          show(false);
        });
    }

    name.addEventListener("input", function () {
      askWhoIsMeant();
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, WAIT);
    });
    name.addEventListener("blur", function () {
      window.clearTimeout(timer);
      show(false);
    });
    name.addEventListener("keydown", function (event) {
      var last = list.children.length - 1;
      if (list.hidden) {
        return;
      }
      if (event.key === "ArrowDown") {
        mark(chosen < last ? chosen + 1 : 0);
      } else if (event.key === "ArrowUp") {
        mark(chosen > 0 ? chosen - 1 : last);
      } else if (event.key === "Enter" && chosen >= 0) {
        take(list.children[chosen]);
      } else if (event.key === "Escape") {
        show(false);
      } else {
        return;
      }
      event.preventDefault();
    });
    // Before the field loses the focus.
    list.addEventListener("pointerdown", function (event) {
      event.preventDefault();
    });
    list.addEventListener("click", function (event) {
      var option = event.target.closest("[role='option']");
      if (option) {
        take(option);
      }
    });
  }

  function prepareAll() {
    document.querySelectorAll("[data-offers]").forEach(prepare);
  }

  document.addEventListener("htmx:afterSwap", prepareAll);
  prepareAll();
})();
