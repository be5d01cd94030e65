import { say } from '../../../contract/sentences/say.ts'
import { z } from 'zod'
import { RemoteError, type RemoteErrorKind } from './remote-error.ts'
import type { HttpAnswer } from './call.ts'

const MAX_TEXT = 300
const MAX_PAUSE_MS = 3_600_000

/** Parses a good answer by its schema; throws RemoteError for any other. */
export function readAnswer<T extends z.ZodType>(answer: HttpAnswer, schema: T): z.output<T> {
  const json = readJson(answer.text)
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer, json)
  const inner = ErrorText.safeParse(json)
  if (inner.success && inner.data.isError)
    throw new RemoteError('rejected', say('remote.says', { text: inner.data.text }), { status: answer.status })
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new RemoteError('unwell', json === undefined ? say('remote.notJson') : say('remote.unreadable', { where }), {
    mayBePaid: true,
    status: answer.status,
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error as v2 (`status.text`) or v1 (`message`) writes it, whatever the HTTP status. */
const ErrorText = z
  .union([
    z
      .object({ status: z.object({ type: z.string(), text: z.string().default('') }) })
      .transform(({ status }) => ({ isError: status.type === 'error', text: status.text })),
    z
      .object({ status: z.string(), message: z.string().default('') })
      .transform(({ status, message }) => ({ isError: status === 'error', text: message })),
  ])
  .transform(({ isError, text }) => ({ isError, text: text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT) }))

const kinds: Readonly<Record<number, RemoteErrorKind>> = {
  401: 'refused',
  403: 'forbidden',
  404: 'gone',
  408: 'unwell',
  410: 'gone',
  425: 'unwell',
  429: 'busy',
}

/** The error that a status means. Only 500 and the gateway statuses leave open whether the work was done. */
function errorOf(answer: HttpAnswer, json: unknown): RemoteError {
  const { status } = answer
  const kind = kinds[status] ?? (status >= 400 && status < 500 ? 'rejected' : 'unwell')
  const text = ErrorText.safeParse(json)
  const reply = text.success ? text.data.text : ''
  const sentence =
    reply === '' ? say('remote.answered', { status }) : say('remote.answeredWith', { status, text: reply })
  return new RemoteError(kind, sentence, {
    status,
    afterMs: retryAfter(answer),
    mayBePaid: status === 500 || status === 502 || status === 504,
  })
}

/** `Retry-After`, in seconds or as a date, as milliseconds; null if absent. */
export function retryAfter({ headers }: Pick<HttpAnswer, 'headers'>, nowMs = Date.now()): number | null {
  const value = [headers['retry-after']].flat()[0]
  if (value === undefined) return null
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isFinite(ms) ? Math.min(MAX_PAUSE_MS, Math.max(0, ms)) : null
}
