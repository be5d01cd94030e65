/** The text of a packet, and the way back to its bytes. */
export type XmpText = {
  text: string
  /** What a piece of `text` says: text that is kept byte by byte is read as UTF-8 where it can be. */
  read(piece: string): string
  /** The way back: how new text, with its entities, is spelled in `text`. */
  spell(piece: string): string
  encode(text: string): Buffer
}

type Encoding = Omit<XmpText, 'text'> & { decode(bytes: Buffer): string }

const asWritten = (piece: string) => piece

const utf8: Encoding = {
  decode: (bytes) => bytes.toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
  read: asWritten,
  spell: asWritten,
}
const utf16le: Encoding = {
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
  read: asWritten,
  spell: asWritten,
}
const utf16be: Encoding = {
  decode: (bytes) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : ''),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  read: asWritten,
  spell: asWritten,
}

/** One character for each byte: what says that it is Latin-1, and UTF-8 with errors, whose bytes are to stay. */
const byteByByte = (spelling: Pick<Encoding, 'read' | 'spell'>): Encoding => ({
  decode: (bytes) => bytes.toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
  ...spelling,
})
const latin1 = byteByByte({
  read: asWritten,
  spell: (piece) => piece.replace(/[^\0-\xff]/gu, (character) => `&#x${character.codePointAt(0)!.toString(16)};`),
})
const isBytes = (piece: string) => !/[^\0-\xff]/.test(piece)
const brokenUtf8 = byteByByte({
  read: (piece) => (isBytes(piece) ? Buffer.from(piece, 'latin1').toString('utf8') : piece),
  spell: (piece) => Buffer.from(piece, 'utf8').toString('latin1'),
})

const DECLARED_LATIN = /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?:iso-8859-1|latin-?1|us-ascii|windows-1252)["']/i

function guessEncodings(bytes: Buffer): Encoding[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return [utf16le]
  if (first === 0xfe && second === 0xff) return [utf16be]
  if (first === 0x3c && second === 0) return [utf16le]
  if (first === 0 && second === 0x3c) return [utf16be]
  return DECLARED_LATIN.test(bytes.toString('latin1', 0, 200)) ? [latin1] : [utf8, brokenUtf8]
}

/** Decodes a packet so that encoding the same text gives the same bytes; null where no encoding does. */
export function decodeXmpText(bytes: Buffer): XmpText | null {
  for (const { decode, ...encoding } of guessEncodings(bytes)) {
    const text = decode(bytes)
    if (encoding.encode(text).equals(bytes)) return { text, ...encoding }
  }
  return null
}

/** The text of a packet that is written anew, in UTF-8. */
export function newXmpText(text: string): XmpText {
  const { encode, read, spell } = utf8
  return { text, encode, read, spell }
}
