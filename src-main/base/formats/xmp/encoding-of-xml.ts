const DECLARATION = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i
/** Longer than any declaration. */
const MAX_DECLARATION = 200

/**
 * The encoding of an XML document, as TextDecoder names it: by its first bytes (XML 1.0, appendix F), then by its
 * declaration, otherwise UTF-8.
 */
export function encodingOfXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const start = first === 0xef ? 3 : 0
  const head = Buffer.from(bytes.subarray(start, MAX_DECLARATION)).toString('latin1')
  const declared = DECLARATION.exec(head)?.[1] ?? 'utf-8'
  // If the declaration is readable as ASCII, the document is not UTF-16, whatever it declares.
  return /^(utf-?16|ucs-?2|iso-10646)/i.test(declared) ? 'utf-8' : known(declared)
}

/** Programs write `latin-1`, which is in no standard. */
function known(declared: string): string {
  try {
    return new TextDecoder(declared.replace(/^latin-(\d+)$/i, 'latin$1')).encoding
  } catch {
    return 'utf-8'
  }
}
