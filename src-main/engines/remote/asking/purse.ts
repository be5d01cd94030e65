import { RemoteError } from '../trouble.ts'
import { monthOf } from '../month.ts'
import type { RemoteMemory } from '../remote-types.ts'

/** The month's budget. Each analysis is counted before it is asked for. */
export type Budget = {
  /** Throws RemoteError `budget` where nothing is left. */
  take(): Reservation
  spent(): number
  isEmpty(): boolean
}
/** One analysis that was counted. */
export type Reservation = { giveBack(): void }

export type BudgetDependencies = { memory: RemoteMemory; budget: number | null; now(): number; onChange(): void }

/** Creates the purse over what the library remembers, so that a budget outlives the program. */
export function createBudget({ memory, budget, now, onChange }: BudgetDependencies): Budget {
  const present = () => monthOf(now())
  return {
    take() {
      const month = present()
      if (!memory.spend(month, 1, budget)) throw new RemoteError('budget', 'The budget of this month is spent.')
      onChange()
      return {
        giveBack() {
          memory.giveBack(month, 1)
          onChange()
        },
      }
    },
    spent: () => memory.spent(present()),
    isEmpty: () => budget !== null && memory.spent(present()) >= budget,
  }
}
