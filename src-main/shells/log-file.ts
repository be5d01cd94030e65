import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import type { Log } from '../core/host.ts'

const LARGEST_BYTES = 5_000_000

/** A log of JSON lines in a folder; one older file is kept. `LUMAFOLD_LOG_LEVEL` sets how much is written (default `info`). */
export function openLogFile(folder: string): Log {
  return openLog(join(folder, 'lumafold.log'))
}

/** The same in a file that a person named. */
export function openLog(file: string): Log {
  mkdirSync(dirname(file), { recursive: true })
  keepSmall(file)
  // Lines are few, and written at once they survive a crash.
  const logger = pino({ level: process.env['LUMAFOLD_LOG_LEVEL'] ?? 'info', base: { pid: process.pid } }, pino.destination({ dest: file, sync: true }))
  return {
    debug: (message, details = {}) => logger.debug(details, message),
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
  }
}

function keepSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_BYTES) renameSync(file, `${file}.old`)
}
