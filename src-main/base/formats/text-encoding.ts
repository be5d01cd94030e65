const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Latin-1 with typographic quotes, dashes and the euro sign, as Windows programs write it. */
const windows = new TextDecoder('windows-1252')

/**
 * Text whose encoding its file does not say: UTF-8 where the bytes are that, also where a limit of length cut off their
 * last character, and Windows-1252 otherwise.
 */
export function decodeText(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? withoutCutOff(bytes) ?? windows.decode(bytes)
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** A last character of Latin-1 looks cut off, too: before it there must be whole ones in UTF-8 that are not ASCII. */
function withoutCutOff(bytes: Uint8Array): string | null {
  const start = bytes.findLastIndex((byte) => byte >= 0xc0)
  if (start < 0 || start < bytes.length - 3) return null
  const text = decodeUtf8(bytes.subarray(0, start))
  return text !== null && /[^\0-\x7f]/.test(text) ? text : null
}

/** Text that is meant as UTF-8: stretches that are not are read as {@link decodeText} does; the rest stays right. */
export function decodeDamagedUtf8(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes).toString('latin1')
  return decodeUtf8(bytes) ?? latin.replace(/[\x80-\xff]+/g, (run) => decodeText(Buffer.from(run, 'latin1')))
}
