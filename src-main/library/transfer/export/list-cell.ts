/**
 * A list in one cell of a table: entries with `; ` between them. Within an entry `;` is written `\\;` and a backslash
 * `\\\\`.
 */
export const encodeList = (entries: readonly string[]): string =>
  entries.map((entry) => entry.replaceAll('\\', '\\\\').replaceAll(';', '\\;')).join('; ')

/** The entries of such a cell, trimmed and without empty ones. */
export function decodeList(cell: string): string[] {
  const entries = cell.match(/(?:\\.|[^;\\]|\\$)+/gsu) ?? []
  return entries.map((entry) => entry.replaceAll(/\\(.)/gsu, '$1').trim()).filter((entry) => entry !== '')
}
