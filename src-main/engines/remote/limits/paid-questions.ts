import type { HttpAnswer } from '../http/call.ts'
import type { RemoteError } from '../http/remote-error.ts'
import type { Budget, Reservation } from './budget.ts'

/** One try to have a question answered, counted before it is sent. */
export type Try = {
  noteSuccess(answer: HttpAnswer): void
  noteFailure(error: RemoteError): void
}

/**
 * Counts questions against the budget. Where an answer was lost, the service may have counted the question or not. One
 * that repeats the question's key in its answers counts it once, however often it is asked: then all tries together
 * need one place in the budget. Of any other each try may have been counted, and stays so here.
 */
export class PaidQuestions {
  readonly #budget: Pick<Budget, 'reserve'>
  /** Of tries whose answer was lost, by the key of their question; gone with the program, so that they stay counted. */
  readonly #doubtful = new Map<string, Reservation[]>()
  /** Whether this service was seen to count a question once. */
  #countsOnce = false

  constructor(budget: Pick<Budget, 'reserve'>) {
    this.#budget = budget
  }

  /** Throws RemoteError `budget` where nothing is left. */
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

  /** A balancer says 503, too, where a node that had the question ended before it answered. */
  #isDoubtful({ mayBePaid, status }: RemoteError): boolean {
    return mayBePaid || (this.#countsOnce && status === 503)
  }

  #takeDoubtful(key: string | undefined): Reservation | undefined {
    const [first, ...others] = this.#doubtfulOf(key)
    if (key !== undefined && first !== undefined) this.#doubtful.set(key, others)
    return first
  }

  /** One of an earlier month cannot stand for an analysis of this one. */
  #doubtfulOf(key: string | undefined): readonly Reservation[] {
    const all = (key === undefined ? undefined : this.#doubtful.get(key)) ?? []
    return all.filter((reservation) => reservation.isOfThisMonth())
  }
}
