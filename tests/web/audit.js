// Returns what is wrong with a page for those who use keys, a screen reader, or a phone.
() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const say = (why) => (e) => `${why}: ${e.outerHTML.slice(0, 120)}`;
  const labels = (e) => [...(e.labels ?? [])].map((label) => label.textContent).join("");
  const named = (e) => (e.textContent || e.ariaLabel || e.title || labels(e)).trim();
  const by = (e) => document.getElementById(e.getAttribute("aria-labelledby"));
  const USED = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
  const used = all(USED).filter((e) => e.checkVisibility());
  const ids = all("[id]").map((e) => e.id);
  const levels = all("h1, h2, h3, h4").map((e) => Number(e.tagName[1]));
  const stuck = (e) => e.scrollWidth > e.clientWidth && e.tabIndex < 0 && !e.querySelector(USED);
  const width = document.documentElement.scrollWidth;
  return [
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `id twice: ${id}`),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["not one first heading"]),
    ...levels.filter((level, n) => n && level > levels[n - 1] + 1).map((l) => `early h${l}`),
    ...used.filter((e) => !named(e) && !by(e)).map(say("no name")),
    ...used.filter((e) => e.tabIndex !== 0).map(say("out of the order of keys")),
    ...all("img:not([alt]), svg[role=img]:not([aria-label])").map(say("no words for it")),
    ...all("th").filter((e) => !e.textContent.trim()).map(say("empty heading")),
    ...all("[aria-labelledby]").filter((e) => !by(e)).map(say("named by nothing")),
    ...all(".scroll").filter(stuck).map(say("scrolls by mouse alone")),
    ...(width > innerWidth ? [`wider than the window: ${width}`] : []),
  ];
}
