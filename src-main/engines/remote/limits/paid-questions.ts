import type { HttpAnswer } from '../http/call.ts'
import type { RemoteError } from '../http/remote-error.ts'
import type { Budget, Reservation } from './budget.ts'

/** One try to get a question answered, counted before it is sent. */
export type Try = {
  noteSuccess(answer: HttpAnswer): void
  noteFailure(error: RemoteError): void
}

/**
 * Counts questions against the budget. If an answer is lost, the service may or may not have counted the question. A
 * service that repeats the question's key in its answers counts a question once: then all tries together need one place
 * in the budget. Any other service may have counted each try, so each stays counted.
 */
export class PaidQuestions {
  readonly #budget: Pick<Budget, 'reserve'>
  /**
   * Tries with lost answers, by the key of their question. They are forgotten when the program ends, and so stay
   * counted.
   */
  readonly #doubtful = new Map<string, Reservation[]>()
  /** Whether this service has shown that it counts a question once. */
  #countsOnce = false

  constructor(budget: Pick<Budget, 'reserve'>) {
    this.#budget = budget
  }

  /** Throws RemoteError `budget` if none is left. */
  begin(key: string | undefined): Try {
    const reservation = (this.#countsOnce ? this.#takeDoubtful(key) : undefined) ?? this.#budget.reserve()
    return {
      noteSuccess: ({ headers }) => {
        if (key === undefined) return
        this.#countsOnce = headers['idempotency-key'] === key
        if (this.#countsOnce) for (const other of this.#doubtfulOf(key)) other.giveBack()
        this.#doubtful.delete(key)
      },
      noteFailure: (error) => {
        if (!this.#isDoubtful(error)) reservation.giveBack()
        else if (key !== undefined) this.#doubtful.set(key, [...this.#doubtfulOf(key), reservation])
      },
    }
  }

  /** A load balancer answers 503, too, if a node ended before it answered the question. */
  #isDoubtful({ mayBePaid, status }: RemoteError): boolean {
    return mayBePaid || (this.#countsOnce && status === 503)
  }

  #takeDoubtful(key: string | undefined): Reservation | undefined {
    const [first, ...others] = this.#doubtfulOf(key)
    if (key !== undefined && first !== undefined) this.#doubtful.set(key, others)
    return first
  }

  /** A try of an earlier month does not pay for an analysis of this one. */
  #doubtfulOf(key: string | undefined): readonly Reservation[] {
    const all = (key === undefined ? undefined : this.#doubtful.get(key)) ?? []
    return all.filter((reservation) => reservation.isOfThisMonth())
  }
}
