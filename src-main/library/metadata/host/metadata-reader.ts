import { valueInEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text, TextValue } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { AppError } from '../../../contract/errors.ts'
import type { FocusArea } from '../../../contract/library/photo.ts'
import type { Log } from '../../host/log.ts'
import type { Preparation, PrepareRequest } from '../plan/prepared.ts'
import type { FileAnswer, FileRequest } from '../worker/protocol.ts'
import type { Disclosure } from '../read-disclosures.ts'
import type { Evidence } from '../read-evidence.ts'
import type { FileMetadata } from '../read-metadata.ts'
import type { TagsOfFile } from '../read-tags.ts'
import { forkMetadata, type MetadataChild } from './metadata-child.ts'
import { MetadataProcess, type BatchEnd } from './metadata-process.ts'
import { DEFAULT_READING_LIMITS, type ReadingLimits } from './progress-watch.ts'

/** The result for a file: null if the file is missing; or why it was given up, in a sentence. */
export type Reading<T> = { ok: true; value: T | null } | { ok: false; reason: Text }

/** By the paths of photos, hashes of sidecars at their places that belong to others. */
type OthersSidecars = ReadonlyMap<string, readonly string[]>

type Found = NonNullable<FileAnswer>

type MetadataReaderOptions = {
  log: Pick<Log, 'debug' | 'warn'>
  limits?: Partial<ReadingLimits>
  /** Starts the process in another way, or another process. */
  fork?(onNoise: (text: string) => void): MetadataChild
}

/** The process ends after this idle time, so that an idle program runs nothing. */
const IDLE_MS = 30_000
/** After this many failed starts in a row the process cannot run at all. */
const MAX_STARTS = 4
const FIRST_PAUSE_MS = 100

/** Batches of photos take turns; requests that a person waits for go first. */
const priority = { metadata: 0, prepare: 0, evidence: 1, disclosures: 1, tags: 2, focus: 2 } as const

/**
 * Reads metadata in a separate process, since files of strangers may hang or crash their parser. A batch that goes
 * wrong is read again file by file; a file that goes wrong alone is given up, and all others are read.
 */
export class MetadataReader {
  readonly #options: MetadataReaderOptions
  readonly #limits: ReadingLimits
  readonly #line = new PQueue({ concurrency: 1 })
  #process: MetadataProcess | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  /** Nothing is started before the first reading. */
  constructor(options: MetadataReaderOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_READING_LIMITS, ...options.limits }
  }

  /** Reads the metadata of files, in their order. Rejects if no process can be started, or once it is closed. */
  async read(paths: readonly string[], others: OthersSidecars = new Map()): Promise<Reading<FileMetadata>[]> {
    const requestOf = (path: string): FileRequest => ({
      what: 'metadata',
      path,
      othersSidecars: others.get(path) ?? [],
    })
    const readings = await this.#readEach(paths.map(requestOf))
    return readings as Reading<FileMetadata>[] // The process answers each request in kind.
  }

  /**
   * Evidence of the identity of files, in their order; null if a file is missing or cannot be read. It precedes waiting
   * `read` calls, since a scan waits for it.
   */
  async readEvidence(paths: readonly string[]): Promise<(Evidence | null)[]> {
    const readings = await this.#readEach(paths.map((path) => ({ what: 'evidence', path })))
    return readings.map((reading) => (reading.ok ? (reading.value as Evidence | null) : null))
  }

  /** All metadata tags of files, in their order. Goes first, since a person waits for it. */
  async readTags(paths: readonly string[]): Promise<Reading<TagsOfFile>[]> {
    return (await this.#readEach(paths.map((path) => ({ what: 'tags', path })))) as Reading<TagsOfFile>[]
  }

  /**
   * Where the camera focused, on the picture before it is turned; empty if its file is missing, does not say, or was
   * given up. Goes first, since a person waits for it.
   */
  async readFocus(path: string): Promise<FocusArea[]> {
    const [reading] = await this.#readEach([{ what: 'focus', path }])
    return reading?.ok === true ? ((reading.value as { focus: FocusArea[] } | null)?.focus ?? []) : []
  }

  /** What a copy of a file would disclose; null if unknown. It precedes waiting `read` calls. */
  async readDisclosures(path: string): Promise<Disclosure[] | null> {
    const [reading] = await this.#readEach([{ what: 'disclosures', path }])
    return reading?.ok === true ? ((reading.value as { disclosures: Disclosure[] } | null)?.disclosures ?? null) : null
  }

  /**
   * Reads write targets, and merges a person's work into them, in the order of the requests; a sentence for those that
   * were given up. Files go one by one, since each may be large.
   */
  async prepareWrites(requests: readonly PrepareRequest[]): Promise<(Preparation | { givenUp: Text })[]> {
    const ask = (some: readonly PrepareRequest[]) =>
      this.#readEach(some.map((request) => ({ what: 'prepare', path: request.photo, request })))
    const sidecars = await ask(requests.filter(({ target }) => target === 'sidecar'))
    const preparations: (Preparation | { givenUp: Text })[] = []
    for (const request of requests)
      preparations.push(preparationOf(request.target === 'file' ? (await ask([request]))[0] : sidecars.shift()))
    return preparations
  }

  /** Ends the process; running requests reject. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    this.#process?.kill()
  }

  async #readEach(requests: readonly FileRequest[]): Promise<Reading<Found>[]> {
    const { answers, trouble } = await this.#inLine(requests, { isAlone: false })
    const readings = requests.map(async (request, place): Promise<Reading<Found>> => {
      if (answers.has(place)) return { ok: true, value: answers.get(place) ?? null }
      return trouble?.kind === 'waits' ? { ok: true, value: null } : this.#readAlone(request)
    })
    return Promise.all(readings)
  }

  /** The second try of a file from a batch that went wrong. */
  async #readAlone(request: FileRequest): Promise<Reading<Found>> {
    const { answers, trouble } = await this.#inLine([request], { isAlone: true })
    if (trouble === null || trouble.kind === 'waits') return { ok: true, value: answers.get(0) ?? null }
    this.#options.log.warn('A file was given up: its metadata cannot be read', {
      file: request.path,
      how: valueInEnglish(trouble.how),
    })
    return { ok: false, reason: reasonOf(trouble) }
  }

  #inLine(requests: readonly FileRequest[], options: { isAlone: boolean }): Promise<BatchEnd> {
    const [first] = requests
    if (first === undefined) return Promise.resolve({ answers: new Map(), trouble: null })
    return this.#line.add(() => this.#run(requests, options), { priority: priority[first.what] })
  }

  async #run(requests: readonly FileRequest[], options: { isAlone: boolean }): Promise<BatchEnd> {
    clearTimeout(this.#idleTimer)
    let how: TextValue = ''
    for (let start = 0; start < MAX_STARTS && !this.#isClosed; start++) {
      if (start > 0) await delay(FIRST_PAUSE_MS * 2 ** start)
      const end = await this.#openProcess().run(requests, options)
      if (end.trouble !== null) this.#endProcess()
      if (end.trouble?.kind !== 'not-started' && !this.#isClosed) return this.#rest(end)
      how = end.trouble?.how ?? ''
    }
    if (this.#isClosed) throw new AppError('not-supported-here', say('reading.closed'))
    throw new AppError('internal', say('reading.noStart', { reason: how }))
  }

  #openProcess(): MetadataProcess {
    if (this.#process !== null && !this.#process.isGone) return this.#process
    const { log, fork = forkMetadata } = this.#options
    const child = fork((text) => log.debug('The metadata process wrote', { text: text.trimEnd() }))
    return (this.#process = new MetadataProcess(child, this.#limits))
  }

  #rest(end: BatchEnd): BatchEnd {
    this.#idleTimer = setTimeout(() => this.#endProcess(), IDLE_MS).unref()
    return end
  }

  #endProcess(): void {
    this.#process?.kill()
    this.#process = null
  }
}

function preparationOf(reading: Reading<Found> | undefined): Preparation | { givenUp: Text } {
  if (reading?.ok === false) return { givenUp: reading.reason }
  const found = reading?.value as { preparation: Preparation } | null | undefined // The process answers in kind.
  return found ? found.preparation : { error: { code: 'ETIMEDOUT', message: 'ETIMEDOUT' } }
}

function reasonOf({ kind, how: reason }: NonNullable<BatchEnd['trouble']>): Text {
  if (kind === 'hangs') return say('reading.tookLong', { reason })
  return kind === 'too-large' ? say('reading.tookMemory', { reason }) : say('reading.ended', { reason })
}
