const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Latin-1 with typographic quotes, dashes and the euro sign, as Windows programs write it. */
const windows = new TextDecoder('windows-1252')

/**
 * Decodes text of unknown encoding: UTF-8 if the bytes are valid, even if a length limit truncated the last character;
 * otherwise Windows-1252.
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

/** A last character of Latin-1 looks truncated, too: whole UTF-8 characters beyond ASCII must precede it. */
function withoutCutOff(bytes: Uint8Array): string | null {
  const start = bytes.findLastIndex((byte) => byte >= 0xc0)
  if (start < 0 || start < bytes.length - 3) return null
  const text = decodeUtf8(bytes.subarray(0, start))
  return text !== null && /[^\0-\x7f]/.test(text) ? text : null
}

/** Decodes text that should be UTF-8: invalid stretches are decoded as in {@link decodeText}; the rest stays right. */
export function decodeDamagedUtf8(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes).toString('latin1')
  return decodeUtf8(bytes) ?? latin.replace(/[\x80-\xff]+/g, (run) => decodeText(Buffer.from(run, 'latin1')))
}
