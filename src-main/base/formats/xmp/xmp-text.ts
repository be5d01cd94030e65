import { decodeDamagedUtf8 } from '../text-encoding.ts'
import { encodingOfXml } from './encoding-of-xml.ts'

/** The text of a packet, and how to encode it again. */
export type XmpText = {
  text: string
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
  decode: (bytes) => bytes.toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
  read: trimmed,
  spell: asWritten,
}
const utf16le: Encoding = {
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
  read: trimmed,
  spell: asWritten,
}
const utf16be: Encoding = {
  decode: (bytes) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : ''),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  read: trimmed,
  spell: asWritten,
}

/** One character for each byte, to keep the bytes of other encodings and of invalid UTF-8. */
const byteByByte = (spelling: Pick<Encoding, 'read' | 'spell'>): Encoding => ({
  decode: (bytes) => bytes.toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
  spell: spelling.spell,
  read: (piece) => spelling.read(piece).trim(),
})
const declared = (encoding: string): Encoding =>
  byteByByte({
    read: (piece) => (isBytes(piece) ? new TextDecoder(encoding).decode(Buffer.from(piece, 'latin1')) : piece),
    spell: (piece) =>
      piece.replace(spelledOut(encoding), (character) => `&#x${character.codePointAt(0)!.toString(16)};`),
  })
/** Entities have the same meaning in any encoding. */
const spelledOut = (encoding: string): RegExp =>
  encoding === 'windows-1252' ? /[^\0-\x7f\xa0-\xff]/gu : /[^\0-\x7f]/gu
const isBytes = (piece: string) => !/[^\0-\xff]/.test(piece)
const brokenUtf8 = byteByByte({
  read: (piece) => (isBytes(piece) ? decodeDamagedUtf8(Buffer.from(piece, 'latin1')) : piece),
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
  const { encode, read, spell } = utf8
  return { text, encode, read, spell }
}
