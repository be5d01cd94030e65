import { join, dirname } from 'node:path'
import { pino } from 'pino'
import type { Log } from '../library/host/log.ts'
import { chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { isDiskFull, messageOf } from '../contract/errors.ts'
import { OWNER_ONLY } from '../base/sqlite/owner-only.ts'

const MAX_BYTES = 5_000_000

/** A log of JSON lines in a folder; one older file is kept. `LUMAFOLD_LOG_LEVEL` sets the level (default `info`). */
export function openLogFile(folder: string): Log {
  return openLog(join(folder, 'lumafold.log'))
}

/**
 * A log in a file of any name. When it is larger than `maxBytes`, it becomes FILE.old and a new one begins. Once open
 * it never throws: lines without disk space are dropped and counted.
 */
export function openLog(file: string, maxBytes = MAX_BYTES): Log {
  const logger = pino(
    {
      level: process.env['LUMAFOLD_LOG_LEVEL'] ?? 'info',
      base: { pid: process.pid },
      serializers: { error: pino.stdSerializers.err },
    },
    new LogLines(file, maxBytes),
  )
  return {
    debug: (message, details = {}) => logger.debug(details, message),
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
  }
}

/** Pino's number of the level warn. */
const WARNING = 40

/**
 * Appends lines to a file immediately, so that they survive a crash. When the file is larger than `maxBytes`, it
 * becomes FILE.old and a new one begins. A line that cannot be written for any reason is dropped, because a log must
 * never end the process. Before the next line that can be written, another says how many were lost.
 */
class LogLines {
  readonly #file: string
  readonly #maxBytes: number
  #descriptor: number | null = null
  #bytes = 0
  #lost = 0
  #reason = ''
  /** Whether the file ends with an incomplete line. */
  #isCut = false

  /** Throws if the file cannot be opened, unless the disk is just full. */
  constructor(file: string, maxBytes: number) {
    this.#file = file
    this.#maxBytes = maxBytes
    try {
      if (sizeOf(file) > maxBytes) this.#startNewFile()
      this.#open()
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }

  write(line: string): void {
    this.#appendOrDrop(line)
    if (this.#bytes > this.#maxBytes) this.#rotate()
  }

  #appendOrDrop(line: string): void {
    try {
      this.#tellLost()
      this.#append(line)
    } catch (error) {
      this.#noteLost(error)
      this.#close()
    }
  }

  #tellLost(): void {
    if (this.#lost === 0) return
    const lines = this.#lost === 1 ? '1 line of the log was' : `${this.#lost} lines of the log were`
    this.#append(warningLine(`${lines} lost because ${this.#reason}.`))
    this.#lost = 0
  }

  #append(line: string): void {
    const descriptor = this.#open()
    let left = Buffer.from(this.#isCut ? `\n${line}` : line)
    while (left.length > 0) {
      const written = writeSync(descriptor, left)
      this.#bytes += written
      left = left.subarray(written)
      this.#isCut = left.length > 0
    }
  }

  /** Reopened after each failure, because the file may have gone with its disk. */
  #open(): number {
    if (this.#descriptor !== null) return this.#descriptor
    mkdirSync(dirname(this.#file), { recursive: true, mode: OWNER_ONLY.folder })
    this.#descriptor = openSync(this.#file, 'a', OWNER_ONLY.file)
    this.#bytes = sizeOf(this.#file)
    for (const file of [this.#file, `${this.#file}.old`]) closeToOthers(file)
    return this.#descriptor
  }

  /** Only here may a network disk report that it had no space for the last lines. */
  #close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = null
    try {
      if (descriptor !== null) closeSync(descriptor)
    } catch (error) {
      this.#noteLost(error)
    }
  }

  #noteLost(error: unknown): void {
    this.#lost += 1
    this.#reason = isDiskFull(error) ? 'the disk was full' : `of an error (${messageOf(error)})`
  }

  #rotate(): void {
    this.#bytes = 0
    try {
      // A device has no size, nor has a file that someone else has just moved away.
      if (sizeOf(this.#file) > 0) this.#startNewFile()
    } catch (error) {
      this.#appendOrDrop(warningLine(`The log could not begin a new file: ${messageOf(error)}`))
    }
  }

  #startNewFile(): void {
    renameSync(this.#file, `${this.#file}.old`)
    this.#close()
  }
}

/** Lines contain names of files, so a log of an earlier version is closed to others, too. */
function closeToOthers(file: string): void {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() && (stats.mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY.file)
  } catch {
    // Not every disk stores permissions, and the log may belong to somebody else.
  }
}

const warningLine = (msg: string): string =>
  `${JSON.stringify({ level: WARNING, time: Date.now(), pid: process.pid, msg })}\n`

/** 0 for missing files and for devices such as a terminal. */
function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : 0
}
