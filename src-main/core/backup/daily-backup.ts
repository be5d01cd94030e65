import { AppError, messageOf, stackOf } from '../../contract/errors.ts'
import type { Log } from '../host/log.ts'
import type { Backups } from './backups.ts'
import { isDue } from './is-due.ts'

const HOUR_MS = 3_600_000
/** The first windows and scans after opening go before. */
const FIRST_LOOK_MS = 60_000

export type DailyBackupOptions = {
  backups: Pick<Backups, 'list' | 'take'>
  /** See `CatalogFacts`; null while there is nothing to lose. */
  mark(): string | null
  log: Pick<Log, 'warn' | 'error'>
  now(): number
}

/**
 * Makes a backup a day while a library is open and something changed: looks soon after the start and then each hour.
 * Its timers do not keep the process alive.
 */
export class DailyBackup {
  readonly #options: DailyBackupOptions
  #first: NodeJS.Timeout | undefined
  #hourly: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null

  constructor(options: DailyBackupOptions) {
    this.#options = options
  }

  start(): void {
    this.#first = setTimeout(() => void this.look(), FIRST_LOOK_MS).unref()
    this.#hourly = setInterval(() => void this.look(), HOUR_MS).unref()
  }

  /** Makes the backup if it is due. Never rejects: what stood in its way is in the log. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  close(): void {
    clearTimeout(this.#first)
    clearInterval(this.#hourly)
  }

  async #look(): Promise<void> {
    const { backups, mark, log, now } = this.#options
    try {
      const present = mark()
      if (present === null || !isDue((await backups.list())[0], present, now())) return
      await backups.take('daily')
    } catch (error) {
      if ((error as Error).name === 'AbortError') return // the library is closing
      if (error instanceof AppError) log.warn('No backup could be made', { error: messageOf(error) })
      else log.error('No backup could be made', { error: stackOf(error) })
    }
  }
}
