import { decodeDamagedUtf8 } from '../text-encoding.ts'
import { encodingOfXml } from './encoding-of-xml.ts'

/** The text of a packet, and how to encode it again. */
export type XmpText = {
  text: string
  /** Whether `text` has one character for each byte, so that `&#xe9;` has to be told from the byte e9. */
  hasBytes: boolean
  /**
   * The meaning of a piece of `text`, without the white space around it: text kept byte by byte is decoded first, since
   * a byte of a character may look like a space.
   */
  read(piece: string): string
  /** The reverse: the spelling of new text in `text`, with entities. */
  spell(piece: string): string
  encode(text: string): Buffer
}

type Encoding = Omit<XmpText, 'text'> & { decode(bytes: Buffer): string }

const asWritten = (piece: string) => piece
const trimmed = (piece: string) => piece.trim()

const utf8: Encoding = {
  hasBytes: false,
  decode: (bytes) => bytes.toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
  read: trimmed,
  spell: asWritten,
}
const utf16le: Encoding = {
  hasBytes: false,
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
  read: trimmed,
  spell: asWritten,
}
const utf16be: Encoding = {
  hasBytes: false,
  decode: (bytes) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : ''),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  read: trimmed,
  spell: asWritten,
}

/** One character for each byte, to keep the bytes of other encodings and of invalid UTF-8. */
const byteByByte = ({
  decode,
  spell,
}: {
  decode: (bytes: Buffer) => string
  spell: (piece: string) => string
}): Encoding => ({
  hasBytes: true,
  decode: (bytes) => bytes.toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
  spell,
  read: (piece) => readReferences(piece.replace(/[\0-\xff]+/g, (run) => decode(Buffer.from(run, 'latin1')))).trim(),
})
const declared = (encoding: string): Encoding =>
  byteByByte({
    decode: (bytes) => new TextDecoder(encoding).decode(bytes),
    spell: (piece) =>
      piece.replace(spelledOut(encoding), (character) => `&#x${character.codePointAt(0)!.toString(16)};`),
  })
/** References have the same meaning in any encoding. */
const spelledOut = (encoding: string): RegExp =>
  encoding === 'windows-1252' ? /[^\0-\x7f\xa0-\xff]/gu : /[^\0-\x7f]/gu
const brokenUtf8 = byteByByte({
  decode: decodeDamagedUtf8,
  spell: (piece) => Buffer.from(piece, 'utf8').toString('latin1'),
})

function guessEncodings(bytes: Buffer): Encoding[] {
  const encoding = encodingOfXml(bytes)
  if (encoding === 'utf-16le') return [utf16le]
  if (encoding === 'utf-16be') return [utf16be]
  return encoding === 'utf-8' ? [utf8, brokenUtf8] : [declared(encoding)]
}

/** Decodes a packet so that encoding the text restores the same bytes; null if no encoding does. */
export function decodeXmpText(bytes: Buffer): XmpText | null {
  for (const { decode, ...encoding } of guessEncodings(bytes)) {
    const text = decode(bytes)
    if (encoding.encode(text).equals(bytes)) return { text, ...encoding }
  }
  return null
}

/** The text of a new packet, in UTF-8. */
export function newXmpText(text: string): XmpText {
  const { hasBytes, encode, read, spell } = utf8
  return { text, hasBytes, encode, read, spell }
}

// References to characters that look like bytes

/** Where such characters are while a packet is parsed: for private use, so that no other text has them. */
const REFERRED = 0xf700

/** What the references `&#x80;` to `&#xff;` mean in text with bytes, by their usual spellings without `&` and `;`. */
export const referencesBesideBytes: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 0x80 }, (_, i) => 0x80 + i).flatMap((code) => {
    const [hex, decimal] = [code.toString(16), String(code)]
    const spellings = [`x${hex}`, `x0${hex}`, `x00${hex}`, decimal, `0${decimal}`]
    return spellings.map((each) => [`#${each}`, String.fromCharCode(REFERRED + code)])
  }),
)

const readReferences = (piece: string): string =>
  piece.replace(/[\uf780-\uf7ff]/g, (character) => String.fromCharCode(character.charCodeAt(0) - REFERRED))
