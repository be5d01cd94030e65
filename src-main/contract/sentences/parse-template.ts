/** A part of a template: literal text, or a placeholder with its possible values. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural'; name: string; options: Options }
  | { kind: 'select'; name: string; options: Options }

type Options = Readonly<Record<string, string>>

const PLACE = /\{(\w+)(?:, (number|plural|select)(?:, ((?:\w+ \{[^{}]*\} ?)+))?)?\}/g
const OPTION = /(\w+) \{([^{}]*)\}/g

/**
 * The pieces of a template. It is an ICU message, as the texts of the window are, of which only this is used:
 * `{name}`, `{count, number}`, and `plural` and `select` whose options hold letters alone.
 */
export function parseTemplate(template: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [whole, name = '', kind = 'value', options = ''] of template.matchAll(PLACE)) {
    const start = template.indexOf(whole, at)
    if (start > at) pieces.push({ kind: 'text', text: template.slice(at, start) })
    pieces.push(
      kind === 'plural' || kind === 'select'
        ? { kind, name, options: Object.fromEntries([...options.matchAll(OPTION)].map(([, key, text]) => [key, text])) }
        : { kind: kind === 'number' ? 'number' : 'value', name },
    )
    at = start + whole.length
  }
  if (at < template.length) pieces.push({ kind: 'text', text: template.slice(at) })
  return pieces
}
