// Finds rows of a list while one types. A field with data-finds="id" looks through the rows
// [data-find] of that list, as `queries.entries.is_found` does on the site; where nothing is typed,
// the rows show that the page was asked for.
(function () {
  "use strict";

  const STROKED = { ø: "o", ŋ: "n", đ: "d", ŧ: "t", ł: "l", ħ: "h", ı: "i", ʒ: "z" };

  // As `names.found_by` does on the site: without case, and letters without their marks.
  function words(text) {
    return text
      .normalize("NFKC")
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .replace(/[øŋđŧłħıʒ]/g, (letter) => STROKED[letter])
      .normalize("NFKC")
      .split(/\s+/)
      .filter(Boolean);
  }

  function fits(row, sought) {
    return sought.every(function (word) {
      return /^\d+$/.test(word)
        ? row.dataset.number.startsWith(word)
        : row.dataset.find.includes(word);
    });
  }

  function rowsOf(field) {
    var list = document.getElementById(field.dataset.finds);
    return list ? Array.from(list.querySelectorAll("[data-find]")) : [];
  }

  function find() {
    var field = document.querySelector("[data-finds]");
    if (!field) {
      return;
    }
    var sought = words(field.value);
    var rows = rowsOf(field);
    var shown = 0;
    rows.forEach(function (row) {
      var hidden = sought.length ? !fits(row, sought) : "aside" in row.dataset;
      row.hidden = hidden;
      shown += hidden ? 0 : 1;
    });
    [["none-shown", !sought.length], ["none-found", sought.length]].forEach(function (told) {
      var line = document.getElementById(told[0]);
      if (line) {
        line.hidden = shown > 0 || !told[1];
      }
    });
  }

  // What is found while one types needs no key to find it.
  document.querySelectorAll("form:has([data-finds]) [type='submit']").forEach(function (key) {
    key.hidden = true;
  });

  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-finds]")) {
      find();
    }
  });

  // The next pair is typed over the last one.
  document.addEventListener("focusin", function (event) {
    if (event.target.matches("[data-finds]")) {
      event.target.select();
    }
  });

  // Enter goes to the first key of the first row found; nothing is loaded anew.
  document.addEventListener("submit", function (event) {
    var field = event.target.querySelector("[data-finds]");
    if (!field) {
      return;
    }
    event.preventDefault();
    var first = rowsOf(field).find(function (row) {
      return !row.hidden;
    });
    var key = first && first.querySelector("button, a.button");
    if (key) {
      key.focus();
    }
  });

  document.addEventListener("htmx:afterSwap", find);
  document.addEventListener("htmx:oobAfterSwap", find);
  window.addEventListener("pageshow", find);
})();
