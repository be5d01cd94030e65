import type { Readable, Writable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import { foreign, say } from '../../contract/sentences/say.ts'

type Message = { id?: number; method?: string; params?: unknown; result?: unknown; error?: { message: string } }
type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * The Chrome DevTools Protocol over two pipes (`--remote-debugging-pipe`): JSON texts that end with a zero byte. Unlike
 * the browser's arguments and ports, only the process that started the browser can read or write them.
 */
export class DevtoolsPipe {
  readonly #write: Writable
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners: ((method: string, params: unknown) => void)[] = []
  #lastId = 0
  #rest = Buffer.alloc(0)

  constructor(write: Writable, read: Readable) {
    this.#write = write
    write.on('error', () => this.#end())
    read.on('data', (bytes: Buffer) => this.#receive(bytes))
    read.on('close', () => this.#end())
  }

  onEvent(listener: (method: string, params: unknown) => void): void {
    this.#listeners.push(listener)
  }

  /** The result of a command; `sessionId` names its target. Rejects if the browser refuses or ends. */
  send<T>(method: string, params: Record<string, unknown> = {}, sessionId?: string): Promise<T> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
      this.#write.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  #receive(bytes: Buffer): void {
    const parts = Buffer.concat([this.#rest, bytes])
    let start = 0
    for (let end = parts.indexOf(0); end !== -1; end = parts.indexOf(0, start)) {
      this.#take(JSON.parse(parts.toString('utf8', start, end)) as Message)
      start = end + 1
    }
    this.#rest = parts.subarray(start)
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method !== undefined) for (const listener of this.#listeners) listener(method, params)
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || waiting === undefined) return
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(new AppError('internal', say('programs.browserRefused', { reason: foreign(error.message) })))
  }

  #end(): void {
    for (const { reject } of this.#waiting.values()) reject(new AppError('internal', say('programs.browserEnded')))
    this.#waiting.clear()
  }
}
