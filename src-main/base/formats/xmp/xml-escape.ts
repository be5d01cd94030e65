/** Code points that XML cannot hold at all: control characters and halves of surrogate pairs. */
const isForbidden = (code: number) =>
  (code < 0x20 && code !== 9 && code !== 10 && code !== 13) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfffe ||
  code === 0xffff

function escape(text: string, special: string): string {
  let escaped = ''
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (!isForbidden(code)) escaped += special.includes(character) ? entityOf(character, code) : character
  }
  return escaped
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const entityOf = (character: string, code: number) => entities[character] ?? `&#x${code.toString(16)};`

/** Escapes text between tags. */
export const escapeText = (text: string): string => escape(text, '&<>\r')

/** Escapes the value of an attribute between quotes of one kind. */
export const escapeValue = (text: string, quote: string): string => escape(text, `&<>\r\n\t${quote}`)
