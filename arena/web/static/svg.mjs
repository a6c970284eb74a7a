// Makes SVG elements, and the few shapes that drawings share.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Returns an SVG element with attributes and children; children that are no elements are texts. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Returns the SVG that a drawing fills; its class gives it the colours of the page. */
export const scene = (width, height, label, ...children) =>
  svg("svg", { class: "scene", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);

/** Returns a line of text; `anchor` is start, middle or end, a size goes before that of the class. */
export const text = (x, y, content, className = "label", anchor = "start", size = undefined) =>
  svg("text", { x, y, class: className, "text-anchor": anchor, "font-size": size }, String(content));

/** Returns a text cut to so many characters. */
export const cut = (content, most) =>
  [...content].length > most ? `${[...content].slice(0, most - 1).join("")}…` : content;

/** Returns the panel of a seat with its number and name; whoever must act has a bright edge. */
export function seatPanel(seat, name, { y, width, height, acting, most }) {
  return [
    svg("rect", { class: `panel s${seat}${acting ? " acting" : ""}`, x: 2, y, width: width - 4, height, rx: 10 }),
    svg("circle", { class: `dot s${seat}`, cx: 24, cy: y + 22, r: 11 }),
    text(24, y + 27, seat, "dot-text", "middle"),
    text(44, y + 27, cut(name, most), "title"),
  ];
}

/** Returns the mark of a fault that a seat has just made, or nothing. */
export function faultMark(frame, seat, x, y, say) {
  const choice = frame.last?.find((one) => one.seat === seat && one.fault);
  return choice ? text(x, y, `⚠ ${say(`fault.${choice.fault}`)}`, "fault-mark", "end") : null;
}

/** Returns where to put `count` things of one width side by side, overlapping if they must. */
export function spread(count, width, room, gap = 4) {
  const step = count > 1 ? Math.min(width + gap, (room - width) / (count - 1)) : width + gap;
  return { step, used: count ? width + step * (count - 1) : 0 };
}
