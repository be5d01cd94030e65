import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import type { Log } from '../core/host.ts'

const LARGEST_BYTES = 5_000_000

/**
 * A log of JSON lines in a folder; one older file is kept. `LUMAFOLD_LOG_LEVEL` sets how much is written (default
 * `info`).
 */
export function openLogFile(folder: string): Log {
  return openLog(join(folder, 'lumafold.log'))
}

/** The same in a file of any name; when it is larger than `largestBytes` it becomes FILE.old and a new one begins. */
export function openLog(file: string, largestBytes = LARGEST_BYTES): Log {
  mkdirSync(dirname(file), { recursive: true })
  const logger = pino(
    {
      level: process.env['LUMAFOLD_LOG_LEVEL'] ?? 'info',
      base: { pid: process.pid },
      serializers: { error: pino.stdSerializers.err },
    },
    openLines(file, largestBytes),
  )
  return {
    debug: (message, details = {}) => logger.debug(details, message),
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
  }
}

function openLines(file: string, largestBytes: number): { write(line: string): void } {
  if (sizeOf(file) > largestBytes) renameSync(file, `${file}.old`)
  // Lines are few, and written at once they survive a crash.
  const destination = pino.destination({ dest: file, sync: true })
  let bytes = sizeOf(file)
  return {
    write(line) {
      destination.write(line)
      bytes += Buffer.byteLength(line)
      if (bytes <= largestBytes) return
      bytes = 0
      if (sizeOf(file) === 0) return // a device, or a file that someone else has just moved away
      renameSync(file, `${file}.old`)
      destination.reopen(file)
    },
  }
}

/** 0 for what is not there and for devices such as a terminal. */
function sizeOf(file: string): number {
  const facts = statSync(file, { throwIfNoEntry: false })
  return facts?.isFile() ? facts.size : 0
}
