import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'

/** Size of a read from the existing file, and maximum length of a line. */
const CHUNK_BYTES = 256 * 1024
/** Maximum time between flushes to the disk, so that a power cut costs little. */
const FLUSH_MS = 5000
const NEWLINE = 0x0a

/**
 * The result file of a batch: a line of JSON for each picture. It is the only record of finished pictures, so a crash
 * cannot leave a second one behind. A hash of 12 bytes per path is kept in memory.
 */
export class BatchOutput {
  readonly #file: FileHandle
  readonly #done: Set<string>
  #failed: number
  #flushedMs = Date.now()
  /** Lines are written one after another. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(file: FileHandle, { done, failed }: { done: Set<string>; failed: number }) {
    this.#file = file
    this.#done = done
    this.#failed = failed
  }

  /**
   * Opens or creates the file, and cuts off a line that a crash left unfinished. Throws `bad-params` if it contains
   * anything other than a batch's lines.
   */
  static async open(path: string): Promise<BatchOutput> {
    const file = await open(path, 'a+', 0o666)
    try {
      const { wholeBytes, ...found } = await readLines(path)
      await file.truncate(wholeBytes)
      return new BatchOutput(file, found)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Number of pictures with a line. */
  get done(): number {
    return this.#done.size
  }

  /** Number of pictures with an error. */
  get failed(): number {
    return this.#failed
  }

  has(path: string): boolean {
    return this.#done.has(keyOf(path))
  }

  /** Writes a picture's complete line, or removes it again if the disk has no space for all of it. */
  add(line: BatchLine): Promise<void> {
    const written = this.#last.catch(() => undefined).then(() => this.#write(line))
    this.#last = written
    return written
  }

  /** Flushes everything to the disk. */
  async close(): Promise<void> {
    await this.#last.catch(() => undefined) // the caller of the write got the error
    try {
      await this.#file.datasync()
    } finally {
      await this.#file.close()
    }
  }

  async #write(line: BatchLine): Promise<void> {
    const { size } = await this.#file.stat()
    try {
      await this.#file.appendFile(`${JSON.stringify(line)}\n`)
    } catch (error) {
      await this.#file.truncate(size)
      throw error
    }
    this.#done.add(keyOf(line.path))
    if (hasFailed(line)) this.#failed++
    if (Date.now() - this.#flushedMs < FLUSH_MS) return
    this.#flushedMs = Date.now()
    await this.#file.datasync()
  }
}

/** A picture's line; `errors` has an entry for each failed operation. */
export type BatchLine = { path: string; results: object; errors: object }

const hasFailed = ({ errors }: BatchLine): boolean => Object.keys(errors).length > 0

const keyOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 16)

type Found = { done: Set<string>; failed: number; wholeBytes: number }

async function readLines(path: string): Promise<Found> {
  const found: Found = { done: new Set(), failed: 0, wholeBytes: 0 }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, start)) {
      takeLine(rest.toString('utf8', start, end), found, path)
      found.wholeBytes += end + 1 - start
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  return found
}

function takeLine(text: string, found: Found, path: string): void {
  const line = parse(text)
  if (line === null)
    throw new AppError(
      'bad-params',
      `${path} is no output of "lumafold batch": its line ${found.done.size + 1} is none of a batch. Name another file with --output.`,
    )
  found.done.add(keyOf(line.path))
  if (hasFailed(line)) found.failed++
}

function parse(text: string): BatchLine | null {
  try {
    const { path, results, errors } = JSON.parse(text) as Partial<BatchLine>
    const isLine = typeof path === 'string' && typeof results === 'object' && typeof errors === 'object'
    return isLine && results !== null && errors !== null ? { path, results, errors } : null
  } catch {
    return null
  }
}
