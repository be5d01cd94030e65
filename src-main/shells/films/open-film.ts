import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { FilmPart, PlacedFilm } from '../../contract/library/film.ts'
import { isMedia } from '../../base/formats/signatures.ts'

/** An answer to a request for a film; `body` is null if there is nothing to send. */
export type FilmAnswer = { status: 200 | 206 | 404 | 416; headers: Record<string, string>; body: ReadStream | null }

/**
 * Opens a film for a page that plays it: the part in its `Range` header, so that it can seek without the rest. The page
 * may not cache it, because it may be hidden later. The receiver of the body must read or destroy it.
 */
export async function openFilm(
  { path, type, part }: PlacedFilm,
  range: string | null | undefined,
): Promise<FilmAnswer> {
  const film = await findBytes(path, part)
  if (film === null) return { status: 404, headers: { 'cache-control': 'no-store' }, body: null }
  const bytes = film.end + 1 - film.start
  const asked = rangeOf(range, bytes)
  const headers = { 'accept-ranges': 'bytes', 'cache-control': 'no-store', 'content-type': type }
  if (asked === 'none') return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` }, body: null }
  const { start, end } = asked ?? { start: 0, end: bytes - 1 }
  const body = createReadStream(path, { start: film.start + start, end: film.start + end })
  const sent = { ...headers, 'content-length': `${end - start + 1}` }
  return asked === null
    ? { status: 200, headers: sent, body }
    : { status: 206, headers: { ...sent, 'content-range': `bytes ${start}-${end}/${bytes}` }, body }
}

/**
 * The position of the film in its file; null if the file is missing or empty, or was changed and no longer contains a
 * film.
 */
async function findBytes(path: string, part: FilmPart | undefined): Promise<ByteRange | null> {
  const stats = await stat(path).catch(() => null)
  if (stats === null || !stats.isFile() || stats.size === 0) return null
  if (part === undefined) return { start: 0, end: stats.size - 1 }
  const start = stats.size - part.fromEnd
  if (start < 0) return null
  const first = await buffer(createReadStream(path, { start, end: start + 7 })).catch(() => null)
  return first !== null && isMedia(first) ? { start, end: start + part.bytes - 1 } : null
}

/** Bytes of a file from `start` to `end`, inclusive. */
type ByteRange = { start: number; end: number }

/**
 * The single range of a `Range` header (RFC 9110, 14.2). Null means the whole file: there is no header, or one that a
 * server may ignore. `none` if the file ends before it.
 */
function rangeOf(header: string | null | undefined, bytes: number): ByteRange | null | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'none' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const end = to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  if (to !== '' && Number(to) < Number(from)) return null
  return Number(from) >= bytes ? 'none' : { start: Number(from), end }
}
