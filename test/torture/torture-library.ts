import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Diagnosis } from '../../src-main/library/library.ts'
import type { AnalysisStatus } from '../../src-main/contract/library/analysis-status.ts'
import type { MetadataWritingState } from '../../src-main/contract/library/metadata-writing.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { Reply, Request } from './library-child.ts'

/** A call whose process was killed before it answered: its effect is unknown. */
export class Killed extends Error {}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

/** A library that runs in another process and can be killed and started again. */
export class TortureLibrary {
  readonly #folders: readonly string[]
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | null = null
  #nextId = 1
  #stderr = ''

  constructor(libraryDir: string, modelsDir: string) {
    this.#folders = [libraryDir, modelsDir]
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  /** The last error lines of the library. */
  get log(): string {
    return this.#stderr.slice(-4000)
  }

  async start(): Promise<void> {
    const entry = path.join(import.meta.dirname, 'library-child.ts')
    const child = fork(entry, [...this.#folders], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.#child = child
    child.stderr?.on('data', (bytes: Buffer) => (this.#stderr = (this.#stderr + bytes.toString()).slice(-20_000)))
    await new Promise<void>((resolve, reject) => {
      child.on('message', (reply: Reply) => ('ready' in reply ? resolve() : this.#settle(reply)))
      child.once('exit', (code) => reject(new Error(`The library ended with ${code} at its start: ${this.log}`)))
    })
    child.removeAllListeners('exit')
    child.once('exit', () => this.#drop())
  }

  async call<T>(area: string, name: string, input?: unknown): Promise<T> {
    const id = this.#nextId++
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#child?.send({ id, area, name, input } satisfies Request, (error) => error && this.#drop())
    return (await answer) as T
  }

  photo(id: number): Promise<PhotoDetail> {
    return this.call('photos', 'get', { id })
  }

  findPhoto(file: string): Promise<number | null> {
    return this.call('host', 'findPhoto', { path: file })
  }

  examine(): Promise<Diagnosis[]> {
    return this.call('own', 'examine')
  }

  /** Scans all folders and waits until nothing is left to do. */
  async settle(): Promise<void> {
    for (let rounds = 0; rounds < 2; rounds++) {
      await this.call('host', 'waitUntilIdle')
      await this.call('folders', 'rescan', {})
      await this.call('host', 'waitUntilIdle')
      await this.call('metadata', 'write')
    }
    await this.call('host', 'waitUntilIdle')
  }

  /** The numbers of photos still to be analysed, and to be written, without failed ones. */
  async pending(): Promise<{ toAnalyse: number; toWrite: number }> {
    const { pending: toAnalyse } = await this.call<AnalysisStatus>('analysis', 'status')
    const { pending, failed } = await this.call<MetadataWritingState>('metadata', 'status')
    return { toAnalyse, toWrite: pending - failed }
  }

  /** Ends the library at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    this.#drop()
  }

  /** Closes the library as a person would. */
  async close(): Promise<void> {
    if (this.#child === null) return
    await this.call('own', 'close')
    await this.kill()
  }

  /**
   * Process ids of the library's children: compute and metadata processes. Empty if the system does not report them.
   */
  processes(): number[] {
    const parent = this.#child?.pid
    return parent === undefined ? [] : childrenOf(parent)
  }

  #settle(reply: Exclude<Reply, { ready: true }>): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.error === undefined) waiting?.resolve(reply.result)
    else waiting?.reject(new Error(reply.error))
  }

  #drop(): void {
    this.#child = null
    for (const { reject } of this.#waiting.values()) reject(new Killed('The library was killed.'))
    this.#waiting.clear()
  }
}

function childrenOf(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
      .map(Number)
  } catch {
    return []
  }
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null // it ended meanwhile
  }
}
