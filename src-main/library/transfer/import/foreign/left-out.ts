import { say } from '../../../../contract/sentences/say.ts'
import type { losses } from '../../../../contract/sentences/losses.ts'
import type { NotCarriedOver } from '../../../../contract/library/travel.ts'

/** A kind of what a program keeps and Lumafold does not take over, by its sentence. */
export type Loss = keyof typeof losses

/** More names say no more. */
const MAX_NAMES = 1000

/** Gathers what a source holds that is not taken over, so that nothing a person gave goes without a word. */
export class LeftOut {
  readonly #found = new Map<Loss, { count: number; names: string[] }>()

  /** `name` says of which photo, or which one it is. */
  add(loss: Loss, name: string | null = null): void {
    const found = this.#found.get(loss) ?? { count: 0, names: [] }
    found.count++
    if (name !== null && found.names.length < MAX_NAMES) found.names.push(name)
    this.#found.set(loss, found)
  }

  /** Each kind once, in the order in which they were met. */
  list(): NotCarriedOver[] {
    return [...this.#found].map(([loss, { count, names }]) => ({ what: wordsOf(loss, count), count, names }))
  }
}

/** Its sentence without the number at its beginning, which stands beside it. */
const wordsOf = (loss: Loss, count: number): string => say(`losses.${loss}`, { count }).replace(/^[\d,]+ /, '')
