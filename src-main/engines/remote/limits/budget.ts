import { say } from '../../../contract/sentences/say.ts'
import { RemoteError } from '../http/remote-error.ts'
import { monthOf } from '../memory/month.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'

/** One analysis that was counted. */
export type Reservation = { giveBack(): void; isOfThisMonth(): boolean }

export type BudgetDependencies = {
  memory: Pick<RemoteMemory, 'spend' | 'spent' | 'giveBack'>
  /** Maximum analyses in a calendar month (UTC); null for no limit. */
  budget: number | null
  now(): number
  onChange(): void
}

/**
 * The month's budget. Each analysis is counted before it is requested, and the library remembers the count when the
 * program ends.
 */
export class Budget {
  readonly #dependencies: BudgetDependencies

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies
  }

  /** Counts one analysis; throws RemoteError `budget` if none is left. */
  reserve(): Reservation {
    const { memory, budget, onChange } = this.#dependencies
    const month = this.#month()
    if (!memory.spend(month, 1, budget)) throw new RemoteError('budget', say('remote.budgetSpent'))
    onChange()
    return {
      giveBack() {
        memory.giveBack(month, 1)
        onChange()
      },
      isOfThisMonth: () => month === this.#month(),
    }
  }

  /** Analyses counted this month. */
  spent(): number {
    return this.#dependencies.memory.spent(this.#month())
  }

  isEmpty(): boolean {
    const { budget } = this.#dependencies
    return budget !== null && this.spent() >= budget
  }

  #month(): string {
    return monthOf(this.#dependencies.now())
  }
}
