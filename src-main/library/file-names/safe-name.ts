import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/**
 * Maximum length of a name in bytes of UTF-8: file systems allow 255, minus room for ` (999)`, the extension and a
 * temporary mark.
 */
export const MAX_NAME_BYTES = 200
/** Names that Windows reserves for devices, whatever their extension, also with spaces before it. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i
/** Invisible characters that change the order of the text, so that a name could be read as another. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Replaces characters that systems do not allow in a name, or that separate folders. */
export const withoutReserved = (text: string): string =>
  text
    .normalize('NFC')
    .replace(BIDI_CONTROLS, '')
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')

/**
 * Makes a name that Linux, macOS and Windows all accept: no separators, controls or reserved characters, no hidden or
 * device names, not too long. Empty if nothing is left.
 */
export function safeName(name: string): string {
  const plain = cut(withoutReserved(name).replace(/^[.\s]+/u, ''))
  return DEVICE.test(plain) ? cut(`_${plain}`) : plain
}

const cut = (name: string): string => shorten(name).replace(/[.\s]+$/u, '')

/** Cuts between characters. */
function shorten(name: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += encoder.encode(character).length
    if (bytes > MAX_NAME_BYTES) break
    kept += character
  }
  return kept
}

/** Throws `bad-params` for a name that is not valid on every system, and suggests one that is. */
export function requireSafeName(name: string): string {
  const plain = name.trim()
  const safe = safeName(plain) || 'photo'
  if (plain === safe) return plain
  throw new AppError('bad-params', say('errors.nameUnsafe', { name: plain, safe }))
}
