/** How a language writes lists, maps and texts. */
export type LiteralStyle = {
  /** For one line; their blanks are dropped if every item has its own line. */
  map: readonly [open: string, close: string]
  list: readonly [open: string, close: string]
  /** One step of indentation. */
  indent: string
  key(name: string): string
  text(value: string): string
  words?: Readonly<Record<'true' | 'false' | 'null', string>>
}

const WIDTH = 76

/**
 * A JSON value as a literal of a language: on one line if it is short, else one item per line, indented by `depth`
 * steps.
 */
export function writeLiteral(value: unknown, style: LiteralStyle, depth = 0): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null)
    return style.words?.[String(value) as 'true' | 'false' | 'null'] ?? String(value)
  const [open, close] = Array.isArray(value) ? style.list : style.map
  const items = (inner: number): string[] =>
    Array.isArray(value)
      ? value.map((item) => writeLiteral(item, style, inner))
      : Object.entries(value).map(([name, item]) => `${style.key(name)}${writeLiteral(item, style, inner)}`)
  const line = `${open}${items(depth).join(', ')}${close}`
  if (line.length <= WIDTH && !line.includes('\n')) return line
  const rows = items(depth + 1).map((item) => `${style.indent.repeat(depth + 1)}${item},\n`)
  return `${open.trim()}\n${rows.join('')}${style.indent.repeat(depth)}${close.trim()}`
}

/** Text between quotation marks, with the mark and backslashes escaped. */
export const quoted = (text: string, mark: "'" | '"'): string =>
  `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`
