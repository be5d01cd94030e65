import { join } from 'node:path'
import { pino } from 'pino'
import type { Log } from '../core/host/log.ts'
import { LogLines } from './log-lines.ts'

const LARGEST_BYTES = 5_000_000

/**
 * A log of JSON lines in a folder; one older file is kept. `LUMAFOLD_LOG_LEVEL` sets how much is written (default
 * `info`).
 */
export function openLogFile(folder: string): Log {
  return openLog(join(folder, 'lumafold.log'))
}

/**
 * The same in a file of any name; when it is larger than `largestBytes` it becomes FILE.old and a new one begins. Once
 * open it never throws: lines for which there is no room are dropped and counted.
 */
export function openLog(file: string, largestBytes = LARGEST_BYTES): Log {
  const logger = pino(
    {
      level: process.env['LUMAFOLD_LOG_LEVEL'] ?? 'info',
      base: { pid: process.pid },
      serializers: { error: pino.stdSerializers.err },
    },
    new LogLines(file, largestBytes),
  )
  return {
    debug: (message, details = {}) => logger.debug(details, message),
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
  }
}
