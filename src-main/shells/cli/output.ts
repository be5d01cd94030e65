/** Standard output belongs to results, so that `--json` can be piped; progress and problems go to standard error. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A result for other programs; the shapes are described in JSON.md. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

/** What is going on, or went wrong, in one line. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** `3 photos`, `1 photo`. */
export const count = (number: number, noun: string): string => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

/** Lines of columns, each as wide as its longest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}
