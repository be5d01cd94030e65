/** An attribute and its position in the text. */
export type XmlAttribute = {
  /** The usual name, such as `xmp:Rating`; without a prefix it is in no namespace. */
  name: string
  writtenName: string
  value: string
  quote: string
  /** Start of the white space before it. */
  start: number
  nameStart: number
  /** Between the quotes. */
  valueStart: number
  valueEnd: number
  end: number
}

const ATTRIBUTE = /(\s+)([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

/**
 * The attributes of a tag that a parser found well-formed, between its name and its end; `values` are the values that
 * the parser decoded. Null if an attribute occurs twice.
 */
export function readAttributes(
  text: string,
  { from, to }: { from: number; to: number },
  values: Readonly<Record<string, unknown>>,
): XmlAttribute[] | null {
  const found = new Map<string, XmlAttribute>()
  for (let at = from; at < to;) {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(text)
    if (match === null || match.index >= to) break
    const attribute = toAttribute(match, values)
    if (attribute === null || found.has(attribute.writtenName)) return null
    found.set(attribute.writtenName, attribute)
    at = attribute.end
  }
  return [...found.values()]
}

function toAttribute(match: RegExpExecArray, values: Readonly<Record<string, unknown>>): XmlAttribute | null {
  const [whole, space, writtenName, inDouble, inSingle] = match
  const value = values[writtenName!]
  if (typeof value !== 'string') return null
  const end = match.index + whole.length
  const length = (inDouble ?? inSingle)!.length
  return {
    name: writtenName!,
    writtenName: writtenName!,
    value,
    quote: inDouble === undefined ? "'" : '"',
    start: match.index,
    nameStart: match.index + space!.length,
    valueStart: end - 1 - length,
    valueEnd: end - 1,
    end,
  }
}
