import { v1Error, v2Error } from '../service/service/shapes.ts'
import type { Attack } from './hostile-request.ts'
import type { Outcome } from './send-attack.ts'

const expected: ReadonlySet<number> = new Set([
  200, 202, 301, 400, 401, 403, 404, 405, 406, 408, 410, 413, 415, 429, 431, 503,
])
/** Internals of the program: places in its code, its files and its database. */
const INSIDES = new RegExp(
  [
    /node_modules/,
    /\bat (?:async )?[\w.<>]+ \(/,
    /file:\/\/\/(?!etc)/,
    /\.ts:\d+/,
    /SQLITE_|better-sqlite3|ENOENT|Cannot read properties/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** The fault of an answer to an attack; null if all is well. */
export function judge(
  { kind, mayWait, chunks }: Attack,
  { status, headers, body, end }: Outcome,
  marker: string,
): string | null {
  if (body.includes(marker)) return 'tells of another account'
  if (kind === 'pipeline') return judgePipeline(body)
  if (status === null) return mayWait ? null : `no answer (${end})`
  if (!expected.has(status)) return `status ${status}`
  if (headers['x-injected'] !== undefined) return 'a header of the client came back'
  if (status < 400) return null
  if (INSIDES.test(body)) return `tells of its insides: ${body.slice(0, 300)}`
  if (status === 401 && !headers['www-authenticate']) return '401 without a challenge'
  if (status === 405 && !headers['allow']) return '405 without Allow'
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers['retry-after'] ?? ''))
    return `${status} without Retry-After`
  return chunks[0]!.subarray(0, 5).toString('latin1') === 'HEAD ' ? null : judgeEnvelope(body)
}

function judgePipeline(body: string): string | null {
  if (!/^HTTP\/1\.1 5(?!03)/m.test(body)) return null
  return `a status in a pipeline: ${/^HTTP\/1\.1 5.*/m.exec(body)![0]}`
}

function judgeEnvelope(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body)
    return v2Error.safeParse(value).success || v1Error.safeParse(value).success
      ? null
      : `an error in no envelope: ${body.slice(0, 200)}`
  } catch {
    return `an error that is not JSON: ${body.slice(0, 200)}`
  }
}
