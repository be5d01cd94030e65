import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../contract/sentences/sentences.ts'
import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, TextError } from '../../../contract/errors.ts'
import type { Download } from '../registry/catalog.ts'
import { toWriteError } from './model-files.ts'
import { hashFile } from '../../../base/files/hash.ts'

export type DownloadOptions = {
  signal?: AbortSignal
  /** Called with the bytes received so far, after every chunk. */
  onBytes?: (received: number) => void
  /** An attempt fails if nothing arrives for this many milliseconds. */
  stallMs?: number
  /** Milliseconds between two attempts. */
  waitMs?: number
}

const MAX_IDLE_ATTEMPTS = 2
/** Share of the file that an attempt must deliver to count as progress. */
const MIN_STEP = 0.01
const STALL_MS = 30_000
const WAIT_MS = 1000

/** A failed attempt; another attempt or another address may succeed. */
class AttemptFailed extends TextError {
  readonly isFinal: boolean
  /** The address could not be found at all, for example on a machine without a network. */
  readonly isOffline: boolean
  constructor(text: Text, options: ErrorOptions & { isFinal?: boolean; isOffline?: boolean } = {}) {
    super(text, options)
    this.isFinal = options.isFinal ?? false
    this.isOffline = options.isOffline ?? false
  }
}

/**
 * Downloads a file into `part`, resumes what is already there, and checks its hash. Tries every address, and each one
 * again as long as an attempt makes progress. An incomplete part stays, so that the next call resumes it; a part with
 * wrong content is removed. Rejects with `download-failed`, `checksum-mismatch` or `target-not-writable`, or with the
 * signal's reason.
 */
export async function downloadFile(download: Download, part: string, options: DownloadOptions = {}): Promise<void> {
  const problems: AttemptFailed[] = []
  for (const address of download.sources) {
    const problem = await downloadFrom(address, download, part, options)
    if (!problem) return
    problems.push(problem)
  }
  const reasons = [...new Map(problems.map(({ text, message }) => [message, text])).values()]
  if (problems.length > 0 && problems.every((problem) => problem instanceof WrongContent)) {
    throw new AppError('checksum-mismatch', say('models.wrongFile', { reasons }))
  }
  if (problems.length > 0 && problems.every(({ isOffline }) => isOffline)) {
    throw new AppError('download-failed', say('models.offline'))
  }
  throw new AppError('download-failed', say('models.failed', { reasons }))
}

class WrongContent extends AttemptFailed {}

/** Null when the file is complete, otherwise why this address failed. */
async function downloadFrom(
  address: string,
  download: Download,
  part: string,
  options: DownloadOptions,
): Promise<AttemptFailed | null> {
  for (let idleAttempts = 0; ;) {
    options.signal?.throwIfAborted()
    const before = await sizeOf(part)
    try {
      await fetchRest(address, download, part, options)
      await checkContent(download, part, before)
      return null
    } catch (cause) {
      options.signal?.throwIfAborted()
      if (!(cause instanceof AttemptFailed)) throw toWriteError(cause, part)
      idleAttempts = (await sizeOf(part)) - before >= MIN_STEP * download.bytes ? 0 : idleAttempts + 1
      if (cause.isFinal || idleAttempts >= MAX_IDLE_ATTEMPTS)
        return new (cause instanceof WrongContent ? WrongContent : AttemptFailed)(
          say('network.ofHost', { host: hostOf(address), reason: cause.text }),
          {
            isOffline: cause.isOffline,
          },
        )
      await wait(options.waitMs ?? WAIT_MS, undefined, { signal: options.signal })
    }
  }
}

async function checkContent({ sha256 }: Download, part: string, before: number) {
  if ((await hashFile(part)) === sha256) return
  await rm(part, { force: true })
  // if the beginning came from another address, this one may still have the right file
  throw new WrongContent(say('network.wrongFile'), { isFinal: before === 0 })
}

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0
const hostOf = (address: string) => new URL(address).host

/** Requests the missing bytes and appends them; starts over if the server sends the whole file. */
async function fetchRest(
  address: string,
  { bytes }: Download,
  part: string,
  { signal, onBytes, stallMs = STALL_MS }: DownloadOptions,
) {
  let start = await sizeOf(part)
  if (start > bytes) {
    await rm(part)
    start = 0
  }
  if (start === bytes) return
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallMs)
  const isStalled = () => stall.signal.aborted
  try {
    const ending = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal
    const response = await request(address, start, ending)
    const from = checkResponse(response, start)
    await append(response, part, from, {
      bytes,
      signal: ending,
      onBytes(received) {
        timer.refresh()
        onBytes?.(received)
      },
    })
  } catch (cause) {
    throw isStalled() ? new AttemptFailed(say('network.stalled')) : cause
  } finally {
    clearTimeout(timer)
  }
}

async function request(address: string, start: number, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (start > 0) headers.range = `bytes=${start}-`
  try {
    return await fetch(address, { headers, signal, redirect: 'follow' })
  } catch (cause) {
    // A kept connection that the server has closed says nothing about the address, so it is tried once more.
    const isFinal = !cut.has(codeOf(cause))
    throw new AttemptFailed(reasonOf(cause), { cause, isFinal, isOffline: unreachable.has(codeOf(cause)) })
  }
}

/** Position of the body in the file. */
function checkResponse(response: Response, start: number): number {
  if (response.status === 200) return 0
  if (response.status !== 206)
    throw new AttemptFailed(say('network.answered', { status: response.status }), {
      isFinal: response.status < 500 && response.status !== 416 && response.status !== 429,
    })
  const from = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1])
  if (from !== start) throw new AttemptFailed(say('network.otherPart'))
  return from
}

/** The maximum length of a body, the signal that ends it, and a listener for each chunk. */
type Body = { bytes: number; signal: AbortSignal; onBytes(received: number): void }

async function append(response: Response, part: string, from: number, body: Body) {
  const file = await open(part, from > 0 ? 'r+' : 'w')
  try {
    const received = await writeBody(response, file, from, body)
    if (received < body.bytes) throw new AttemptFailed(say('network.ended', { received, total: body.bytes }))
  } finally {
    await file.close()
  }
}

async function writeBody(
  response: Response,
  file: FileHandle,
  from: number,
  { bytes, signal, onBytes }: Body,
): Promise<number> {
  let received = from
  const reader = response.body?.getReader()
  if (!reader) return received
  // `fetch` forgets its signal after its request was garbage-collected, and would then wait for a silent server.
  signal.addEventListener('abort', () => void reader.cancel(signal.reason).catch(() => undefined), { once: true })
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AttemptFailed(reasonOf(cause), { cause })
    })
    if (done) return received
    if (received + value.byteLength > bytes) {
      await reader.cancel()
      await file.truncate(0)
      throw new WrongContent(say('network.largerFile'), { isFinal: from === 0 })
    }
    await file.write(value, 0, value.byteLength, received)
    received += value.byteLength
    onBytes(received)
  }
}

const unreachable: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])
const cut: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const codeOf = (cause: unknown) => (cause as { cause?: { code?: string } } | null)?.cause?.code ?? ''

const refusals: Readonly<Record<string, SentenceKey>> = {
  ENOTFOUND: 'network.unknownAddress',
  EAI_AGAIN: 'network.noNameServer',
  ECONNREFUSED: 'network.refused',
}

function reasonOf(cause: unknown): Text {
  const inner = codeOf(cause)
  if (cut.has(inner)) return say('network.cut')
  const known = refusals[inner]
  if (known !== undefined) return say(known)
  return inner === '' ? say('network.connectionFailed') : say('network.connectionFailedBy', { code: inner })
}
