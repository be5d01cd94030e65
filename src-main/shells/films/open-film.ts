import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { rangeOf } from './byte-range.ts'

/** An answer to a request for a film; `body` is null where there is nothing to send. */
export type FilmAnswer = { status: 200 | 206 | 404 | 416; headers: Record<string, string>; body: ReadStream | null }

/**
 * Opens a film for a page that plays it: the part that its `Range` header asks for, so that it can go to any place
 * without the rest. The page never keeps it, since it may be hidden later. Whoever takes the body reads it or destroys
 * it.
 */
export async function openFilm(
  { path, type }: { path: string; type: string },
  range: string | null | undefined,
): Promise<FilmAnswer> {
  const facts = await stat(path).catch(() => null)
  if (facts === null || !facts.isFile()) return { status: 404, headers: { 'cache-control': 'no-store' }, body: null }
  const asked = rangeOf(range, facts.size)
  const headers = { 'accept-ranges': 'bytes', 'cache-control': 'no-store', 'content-type': type }
  if (asked === 'none')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${facts.size}` }, body: null }
  if (asked === null) return { status: 200, headers: withLength(headers, facts.size), body: createReadStream(path) }
  const partly = { ...headers, 'content-range': `bytes ${asked.start}-${asked.end}/${facts.size}` }
  return {
    status: 206,
    headers: withLength(partly, asked.end - asked.start + 1),
    body: createReadStream(path, { start: asked.start, end: asked.end }),
  }
}

const withLength = (headers: Record<string, string>, bytes: number) => ({ ...headers, 'content-length': `${bytes}` })
