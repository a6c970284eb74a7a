// Shows an observation as a table: for games that have no drawing of their own.

/** Returns a table with a row for every field that everybody may know, and one for every hand. */
export function plainTable(frame, names, say) {
  const rows = Object.entries(frame.table).map(([field, value]) => [field, written(value)]);
  for (const [seat, seen] of (frame.seats ?? []).entries())
    rows.push(...Object.entries(seen)
      .filter(([field, value]) => field !== "seat" && written(value) !== written(frame.table[field]))
      .map(([field, value]) => [`${names[seat]}: ${field}`, written(value)]));
  const table = document.createElement("table");
  table.className = "plain";
  table.createCaption().textContent = say("observation");
  for (const [field, value] of rows) {
    const row = table.insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = field;
    row.append(head);
    row.insertCell().textContent = value;
  }
  return table;
}

/** Returns a plain value as people read it. */
export function written(value) {
  if (value === null || value === "") return "–";
  if (Array.isArray(value)) return value.map(written).join(value.some((one) => typeof one === "object") ? "; " : " ") || "–";
  if (typeof value === "object")
    return Object.entries(value).map(([name, one]) => `${name} ${written(one)}`).join(", ");
  return String(value);
}
