/** A film's metadata in the form of its format. */
export type FilmTags = {
  /** Texts by their lower-case names, those of Apple and Android without `com.apple.quicktime.` and the like. */
  texts: Map<string, string>
  /** When it was made, in milliseconds of Unix time; null if unknown. */
  createdMs: number | null
  /** An XMP packet. */
  xmp: string | null
  /** The number of the camera. */
  serial: string | null
}

export const noTags = (): FilmTags => ({ texts: new Map(), createdMs: null, xmp: null, serial: null })

/** The first text of a name counts; empty ones are ignored. */
export function noteText({ texts }: FilmTags, name: string, text: string | undefined): void {
  const key = name.toLowerCase().replace(/^com\.(apple\.quicktime|android)\./, '')
  if (text !== undefined && text.trim() !== '' && !texts.has(key)) texts.set(key, text)
}

/** Bytes as text up to a NUL: UTF-8, UTF-16 with its mark, or else Mac Roman. */
export function decodeText(bytes: Buffer): string {
  return decode(bytes).replace(/\0.*$/s, '')
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('macintosh').decode(bytes) // not UTF-8: older programs wrote the Mac's letters
  }
}
