/** Bytes of a file, from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * The one range that a `Range` header asks for (RFC 9110, 14.2); null for the whole file, where there is no header or
 * one that a server may leave aside, and `none` where the file ends before it.
 */
export function rangeOf(header: string | null | undefined, bytes: number): ByteRange | null | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'none' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const end = to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  if (to !== '' && Number(to) < Number(from)) return null
  return Number(from) >= bytes ? 'none' : { start: Number(from), end }
}
