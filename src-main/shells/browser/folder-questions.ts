import { realpath } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { FolderAnswer, FolderAsking } from '../../contract/shell/browsing.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import { fullPath } from './roots.ts'

/** Long enough to walk over to the machine. */
const WAIT_MS = 3 * 60_000
const POLL_MS = 500

/** A person who can be asked on this machine, not through a window. */
export type PersonAtMachine = {
  isThere(): Promise<boolean>
  /** Whether a folder may be used; rejects when the signal aborts. */
  mayUse(path: string, signal: AbortSignal): Promise<boolean>
}

/** A pending question; `asking` counts the callers that wait for its answer. */
type Question = {
  readonly path: string
  readonly limit: AbortSignal
  readonly end: Promise<FolderAnswer>
  asking: number
  withdraw(): void
}

/**
 * Asks on the machine itself whether windows may use a folder. A page can only ask: the answer comes from the terminal,
 * or from a command that somebody runs here.
 */
export class FolderQuestions {
  readonly #allowed: AllowedFolders
  readonly #person: PersonAtMachine
  readonly #waitMs: number
  #waiting: Question | null = null

  constructor(allowed: AllowedFolders, person: PersonAtMachine, waitMs = WAIT_MS) {
    this.#allowed = allowed
    this.#person = person
    this.#waitMs = waitMs
  }

  /** Where an answer can be given now. */
  async asking(): Promise<FolderAsking> {
    return (await this.#person.isThere()) ? 'terminal' : 'command'
  }

  /**
   * Waits for an answer until `signal` aborts or the time limit. Callers that ask for the same folder meanwhile wait
   * for the same answer, because the requests of a page that withdraws and repeats its question may arrive in reverse
   * order. Rejects with `not-a-folder` if the answer is yes and there is no such folder: before that, nothing is
   * revealed about what exists outside the roots.
   */
  async ask(path: string, signal: AbortSignal): Promise<FolderAnswer> {
    const asked = fullPath(path)
    if (this.#waiting?.limit.aborted) await this.#waiting.end.catch(() => undefined) // it was just withdrawn
    if (this.#waiting && this.#waiting.path !== asked) throw new AppError('bad-params', say('paths.otherQuestion'))
    const question = (this.#waiting ??= this.#put(asked))
    question.asking += 1
    const withdrawn = Promise.withResolvers<FolderAnswer>()
    const withdraw = (): void => {
      withdrawn.resolve('unanswered')
      question.asking -= 1
      if (question.asking === 0) question.withdraw()
    }
    if (signal.aborted) withdraw()
    else signal.addEventListener('abort', withdraw, { once: true })
    return Promise.race([question.end, withdrawn.promise])
  }

  /** Ends when it is answered, when nobody waits for the answer any more, or at the time limit. */
  #put(path: string): Question {
    const over = new AbortController()
    const limit = AbortSignal.any([over.signal, AbortSignal.timeout(this.#waitMs)])
    const end = Promise.race([this.#askPerson(path, limit), this.#untilAllowed(path, limit)]).finally(() => {
      over.abort()
      this.#waiting = null
    })
    end.catch(() => undefined) // the caller gets the error
    return { path, limit, end, asking: 0, withdraw: () => over.abort() }
  }

  async #askPerson(path: string, limit: AbortSignal): Promise<FolderAnswer> {
    if ((await this.#isAllowed(path)) || !(await this.#person.isThere())) return this.#untilAllowed(path, limit)
    try {
      if (!(await this.#person.mayUse(path, limit))) return 'refused'
    } catch (error) {
      if (limit.aborted) return 'unanswered'
      throw error
    }
    await this.#allowed.allow(path)
    return 'allowed'
  }

  /** The command may allow the folder as well, which is recorded in a file. */
  async #untilAllowed(path: string, limit: AbortSignal): Promise<FolderAnswer> {
    while (!limit.aborted) {
      if (await this.#isAllowed(path)) return 'allowed'
      await setTimeout(POLL_MS, undefined, { signal: limit }).catch(() => undefined) // the loop checks the reason
    }
    return 'unanswered'
  }

  async #isAllowed(path: string): Promise<boolean> {
    const real = await realpath(path).catch(() => null)
    return real !== null && (await this.#allowed.roots()).holds(real)
  }
}
