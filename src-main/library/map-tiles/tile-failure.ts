import { TextError } from '../../contract/errors.ts'
import type { Text, TextValue } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { retryAfter } from '../../engines/remote/http/read-answer.ts'
import { whyNoAnswer } from '../../engines/remote/http/describe-network-error.ts'

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses if a server names none; each consecutive failure doubles them. */
const PAUSES = { unwell: 10 * SECOND, busy: MINUTE, refused: HOUR, unfit: 5 * MINUTE } as const
const MAX_PAUSE_MS = 24 * HOUR

/** Why no tile came. `message` tells a person, with a remedy; `pauseMs` is how long the server is not asked. */
export class TileFailure extends TextError {
  override name = 'TileFailure'
  readonly pauseMs: number
  /** Whether the same failure again means a longer pause. */
  readonly grows: boolean
  constructor(
    text: Text | string,
    { pauseMs, grows = true }: { pauseMs: number; grows?: boolean },
    options?: ErrorOptions,
  ) {
    super(text, options)
    this.pauseMs = Math.min(MAX_PAUSE_MS, Math.max(SECOND, pauseMs))
    this.grows = grows
  }
}

/** The failure behind a connection error. */
export const unreachable = (error: unknown, host: string): TileFailure =>
  new TileFailure(
    say('tiles.unreachable', { host, reason: whyNoAnswer(error).reason }),
    { pauseMs: PAUSES.unwell },
    { cause: error },
  )

/** The failure of an answer without a tile, or null if its status means a tile, or that there is none here. */
export function failureOf(
  { status, headers }: { status: number; headers: AnswerHeaders },
  host: string,
): TileFailure | null {
  if (status === 200 || status === 304 || isNothing(status)) return null
  const asked = retryAfter({ headers })
  const after = (pauseMs: number) => ({ pauseMs: asked ?? pauseMs, grows: asked === null })
  if (status === 429) return new TileFailure(say('tiles.tooMany', { host }), after(PAUSES.busy))
  if (status === 401 || status === 403)
    return new TileFailure(say('tiles.refused', { host, status }), after(PAUSES.refused))
  if (status >= 500) return new TileFailure(say('tiles.unwell', { host, status }), after(PAUSES.unwell))
  return new TileFailure(say('tiles.answers', { host, status }), after(PAUSES.unfit))
}

/** The answer is no tile. */
export const unfit = (host: string, what: TextValue): TileFailure =>
  new TileFailure(say('tiles.sends', { host, what }), { pauseMs: PAUSES.unfit })

/** Whether a status means that a server has no tile at a place. */
export const isNothing = (status: number): boolean => status === 204 || status === 404 || status === 410
