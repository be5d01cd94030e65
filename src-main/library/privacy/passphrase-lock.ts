import { say } from '../../contract/sentences/say.ts'
import PQueue from 'p-queue'
import { AppError } from '../../contract/errors.ts'
import { MIN_PASSPHRASE } from '../../contract/library/privacy.ts'
import type { LockFile } from './lock-file.ts'
import { hashPassphrase, isPassphrase } from './passphrase-hash.ts'
import { waitBefore } from './tries.ts'

type Dependencies = { file: Pick<LockFile, 'read' | 'write' | 'remove'>; now: () => number }

/** The passphrase of a library: setting, checking and removing it. Tries wait for each other, and after wrong ones. */
export class PassphraseLock {
  readonly #file: Dependencies['file']
  readonly #now: () => number
  #isSet: boolean
  /** One at a time: concurrent tries would each see the former count. */
  readonly #tries = new PQueue({ concurrency: 1 })

  constructor({ file, now }: Dependencies) {
    this.#file = file
    this.#now = now
    this.#isSet = file.read() !== null
  }

  isSet(): boolean {
    return this.#isSet
  }

  /** Resolves if the passphrase is right; else throws `wrong-passphrase` or `too-many-tries`. */
  check(passphrase: string | undefined): Promise<void> {
    return this.#tries.add(() => this.#try(passphrase ?? ''))
  }

  /** Sets a new passphrase, or none (null); `present` is the current one. */
  async change(next: string | null, present: string | undefined): Promise<void> {
    if (next !== null && [...next].length < MIN_PASSPHRASE)
      throw new AppError('bad-params', say('errors.passphraseShort', { count: MIN_PASSPHRASE }))
    if (this.isSet()) await this.check(present)
    if (next === null) this.#file.remove()
    else this.#file.write({ version: 1, passphrase: await hashPassphrase(next), failures: 0, lastFailedMs: 0 })
    this.#isSet = next !== null
  }

  async #try(passphrase: string): Promise<void> {
    const lock = this.#file.read()
    if (lock === null) return
    if (lock === 'unreadable') throw new AppError('library-locked', say('errors.lockUnreadable'))
    const waitMs = waitBefore(lock, this.#now())
    if (waitMs > 0) throw new AppError('too-many-tries', say('errors.tooManyTries', { time: inWords(waitMs) }))
    // Counted before the check, so that ending the process during it gains nothing.
    this.#file.write({ ...lock, failures: lock.failures + 1, lastFailedMs: this.#now() })
    if (!(await isPassphrase(passphrase, lock.passphrase)))
      throw new AppError('wrong-passphrase', say('errors.wrongPassphrase'))
    this.#file.write({ ...lock, failures: 0, lastFailedMs: 0 })
  }
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
