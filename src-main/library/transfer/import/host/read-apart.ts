import type { TextValue } from '../../../../contract/sentences/text.ts'
import { say } from '../../../../contract/sentences/say.ts'
import path from 'node:path'
import { findEntry, forkProcess, type ForkedProcess } from '../../../../compute/host/forked-process.ts'
import { AppError } from '../../../../contract/errors.ts'
import type { SourceOptions } from '../foreign/source-options.ts'
import type { FromImport, ToImport } from '../worker/protocol.ts'

/** What is read of a source: its name, photos, and at the end what was left out. */
export type SourceNews = Extract<FromImport, { kind: 'source' | 'photos' | 'done' }>

type ImportProcess = ForkedProcess<ToImport, FromImport>

const HEAP_MB = 512
/**
 * A process without a sign of life for this long hangs. Sorting a large catalogue takes some seconds, and a busy
 * machine may take a minute to start a process; in the meantime the person can cancel.
 */
const SILENT_MS = 300_000

type ReadOptions = {
  /** Ends the reading; the generator then throws its reason. */
  signal?: AbortSignal | undefined
  silentMs?: number
  entry?: string
}

/**
 * Reads a source in a separate process, since it comes from outside. Throws `bad-params` for an unknown or damaged
 * source, and the system's errors.
 */
export async function* readApart(
  place: string,
  options: SourceOptions,
  { signal, silentMs = SILENT_MS, entry = findEntry('import', import.meta.url) }: ReadOptions = {},
): AsyncGenerator<SourceNews> {
  signal?.throwIfAborted()
  const child: ImportProcess = forkProcess(entry, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    onNoise: (text) => void process.stderr.write(text),
  })
  const line = new MessageLine(child, path.basename(place), silentMs)
  const stop = () => line.end('it was called off')
  signal?.addEventListener('abort', stop, { once: true })
  try {
    child.post({ kind: 'read', path: place, options })
    for (;;) {
      const message = await line.next()
      signal?.throwIfAborted()
      if (message.kind === 'failed') throw toError(message)
      if (message.kind === 'working') continue
      yield message
      if (message.kind === 'done') return
      if (message.kind === 'photos') child.post({ kind: 'next' })
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    child.kill()
    line.close()
  }
}

const toError = ({ message, text, code }: Extract<FromImport, { kind: 'failed' }>): Error =>
  text === null
    ? Object.assign(new Error(message), code === undefined ? {} : { code })
    : new AppError('bad-params', text)

/** The messages of a process, in their order. */
class MessageLine {
  readonly #name: string
  readonly #silentMs: number
  readonly #messages: FromImport[] = []
  #waiting: PromiseWithResolvers<void> | null = null
  #ending: TextValue | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(child: ImportProcess, name: string, silentMs: number) {
    this.#name = name
    this.#silentMs = silentMs
    child.onMessage((message) => this.#note(message))
    child.onExit((how) => this.end(how))
  }

  /** Rejects if the process ended, or gives no sign of life. */
  async next(): Promise<FromImport> {
    for (;;) {
      const message = this.#messages.shift()
      if (message !== undefined) return message
      if (this.#ending !== null)
        throw new AppError('bad-params', say('sources.readerEnded', { name: this.#name, reason: this.#ending }))
      this.#waiting = Promise.withResolvers()
      this.#timer = setTimeout(() => this.end(say('sources.noAnswer')), this.#silentMs)
      await this.#waiting.promise
      clearTimeout(this.#timer)
    }
  }

  /** Waiting callers get the reason why no message will come. */
  end(how: TextValue): void {
    this.#ending ??= how
    this.#waiting?.resolve()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #note(message: FromImport): void {
    this.#messages.push(message)
    this.#waiting?.resolve()
  }
}
