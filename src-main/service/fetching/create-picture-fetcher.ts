import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { HeldPicture, PictureFetcher } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import { FetchFailure, toFetchFailure } from './fetch-failure.ts'
import { follow, type Answer } from './follow.ts'
import { GuardedAgent, toRules, type AgentTimes, type RuleOptions } from './guarded-agent.ts'
import { readAddress } from './read-address.ts'

export type FetchTimes = AgentTimes & {
  /** Time limit for everything, including redirects and the whole picture. */
  totalMs: number
}

export type FetcherOptions = RuleOptions & {
  /**
   * Streams a body to a temporary file and checks that it is a picture, as `hold` of the uploads does. Throws
   * ServiceError 400, 413 or 503.
   */
  hold(body: Readable, limits: { bytes: number; filename?: string }): Promise<HeldPicture>
  times?: Partial<FetchTimes>
}

/** Milliseconds. */
const TIMES: FetchTimes = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 30_000 }

/** Fetches pictures from the internet. Only the content counts; the declared type is ignored. */
export function createPictureFetcher({
  hold,
  times,
  ...rules
}: FetcherOptions): PictureFetcher & { close(): Promise<void> } {
  const limits = { ...TIMES, ...times }
  const agent = new GuardedAgent(toRules(rules), limits)
  return {
    fetch: (text, { bytes }, signal) =>
      withSentences(limits.totalMs, signal, async (combined) =>
        fetchPicture(text, { agent: await agent.get(), bytes, signal: combined, hold }),
      ),
    close: () => agent.destroy(),
  }
}

type FetchOptions = { agent: Dispatcher; bytes: number; signal: AbortSignal; hold: FetcherOptions['hold'] }

async function fetchPicture(text: string, { agent, bytes, signal, hold }: FetchOptions): Promise<HeldPicture> {
  const answer = await follow(readAddress(text), agent, { accept: 'image/*,*/*;q=0.8', signal })
  const { body, url } = answer
  body.on('error', () => undefined) // also if it ends early and nobody is reading any more
  try {
    checkAnswer(answer, bytes)
    return await hold(body, { bytes, filename: basename(url.pathname) })
  } catch (error) {
    throw error instanceof ServiceError ? error : toFetchFailure(error, url.host)
  } finally {
    body.destroy()
  }
}

function checkAnswer({ url, status, headers }: Answer, bytes: number): void {
  if (status < 200 || status > 299)
    throw new FetchFailure('answer', `The host ${url.host} answered ${status} instead of a picture.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== '')
    throw new FetchFailure(
      'answer',
      `The host ${url.host} sent the picture compressed (${String(encoding).slice(0, 20)}), although it was asked not to.`,
    )
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > bytes)
    throw new ServiceError(
      413,
      `The picture has ${announced} bytes, and at most ${bytes} are taken. Give the address of a smaller one: 300 pixels on its shorter side are enough.`,
    )
}

/** Turns failures into ServiceError 400; an abort by the caller stays unchanged. */
async function withSentences<T>(
  totalMs: number,
  signal: AbortSignal | undefined,
  work: (combined: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(totalMs)
  try {
    return await work(signal ? AbortSignal.any([signal, timeout]) : timeout)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (timeout.aborted)
      throw new ServiceError(
        400,
        `The picture did not arrive within ${totalMs / 1000} seconds; the fetch timed out.`,
        {},
        { cause: error },
      )
    if (error instanceof FetchFailure) throw new ServiceError(400, error.message, {}, { cause: error })
    throw error
  }
}
