// The hour as the hall has it, whatever zone the phone is in: a phone at the Swedish border is often
// an hour behind.
(function () {
  "use strict";
  var zone = document.documentElement.dataset.zone;
  var parts = new Intl.DateTimeFormat("fi-FI", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit"
  });

  // A moment (a Date, or milliseconds) as hours, minutes and seconds: 9.05.30.
  window.tuppiClock = function (moment) {
    return parts
      .formatToParts(moment)
      .filter(function (part) {
        return part.type !== "literal";
      })
      .map(function (part) {
        return part.value;
      })
      .join(".");
  };
})();
