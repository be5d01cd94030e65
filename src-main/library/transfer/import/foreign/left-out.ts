import type { Text } from '../../../../contract/sentences/text.ts'
import { say } from '../../../../contract/sentences/say.ts'
import type { losses } from '../../../../contract/sentences/losses.ts'
import type { NotCarriedOver } from '../../../../contract/library/travel.ts'

/** A kind of data that Lumafold does not import from a program, by its sentence. */
export type Loss = keyof typeof losses

/** More names say no more. */
const MAX_NAMES = 1000

/** Collects data of a source that is not imported, so that no person's work is lost silently. */
export class LeftOut {
  readonly #found = new Map<Loss, { count: number; names: (string | Text)[] }>()

  /** `name` is the photo concerned, or the item itself. */
  add(loss: Loss, name: string | Text | null = null): void {
    const found = this.#found.get(loss) ?? { count: 0, names: [] }
    found.count++
    if (name !== null && found.names.length < MAX_NAMES) found.names.push(name)
    this.#found.set(loss, found)
  }

  /** Each kind once, in the order in which they were met. */
  list(): NotCarriedOver[] {
    return [...this.#found].map(([loss, { count, names }]) => ({
      what: say(`losses.${loss}`, { count }),
      count,
      names,
    }))
  }
}
