import type { BatchProgress, FileAnswer, FileRequest } from './protocol.ts'
import type { LibraryPort } from './library-port.ts'

/** Answers a request about one file. Rejects only for errors that no file can cause. */
export type ReadFile = (request: FileRequest) => Promise<FileAnswer>

/** Files read concurrently; they are parsed one after another. */
const READS_AT_ONCE = 8

/** Reads the batches that the library sends, and reports progress. */
export function serveMetadata(library: LibraryPort, read: ReadFile): void {
  let batch: Batch | null = null
  const report = () => batch !== null && library.post({ kind: 'progress', ...batch.takeProgress() })
  library.onMessage((message) => {
    if (message.kind === 'ping') return void report()
    batch = new Batch(message.batch, message.requests)
    // A fault of the program ends the process, which tells the library which batch it was.
    void batch.readAll(read).then(report)
  })
  library.post({ kind: 'ready' })
}

/** The files of one message, and what is read of them so far. */
class Batch {
  readonly #number: number
  readonly #requests: readonly FileRequest[]
  #answers: [number, FileAnswer][] = []
  #missing: number
  #usageAtProgress = process.cpuUsage()

  constructor(number: number, requests: readonly FileRequest[]) {
    this.#number = number
    this.#requests = requests
    this.#missing = requests.length
  }

  async readAll(read: ReadFile): Promise<void> {
    const places = this.#requests.entries()
    await Promise.all(Array.from({ length: READS_AT_ONCE }, () => this.#readEach(places, read)))
  }

  /** The progress since the last call. */
  takeProgress(): BatchProgress {
    const answers = this.#answers
    this.#answers = []
    const { user, system } = process.cpuUsage(this.#usageAtProgress)
    return {
      batch: this.#number,
      answers,
      isDone: this.#missing === 0,
      cpuMs: (user + system) / 1000,
      residentBytes: process.memoryUsage.rss(),
    }
  }

  /** Several of these share one iterator. */
  async #readEach(places: Iterable<[number, FileRequest]>, read: ReadFile): Promise<void> {
    for (const [place, request] of places) {
      const answer = await read(request)
      this.#answers.push([place, answer])
      this.#missing -= 1
      this.#usageAtProgress = process.cpuUsage()
    }
  }
}
