import { SAME_PERSON } from '../../analysis/faces/likeness.ts'
import { MeanTable } from './mean-table.ts'

/** A suggested person for a face, with the mean likeness to that person's faces. */
export type Suggestion = { suggestedId: number; likeness: number }

export const nobody: Suggestion = { suggestedId: 0, likeness: 0 }

/** The faces of everyone who has a name, as means. */
export class KnownPeople {
  readonly #people: MeanTable
  /** People who are never suggested. */
  #silent: ReadonlySet<number> = new Set()

  constructor(dimensions: number) {
    this.#people = new MeanTable(dimensions)
  }

  add(personId: number, vector: Float32Array): void {
    this.#people.add(personId, vector)
  }

  remove(personId: number, vector: Float32Array): void {
    this.#people.remove(personId, vector)
  }

  mean(personId: number): Float32Array | undefined {
    return this.#people.mean(personId)
  }

  /** Sets who is never suggested; returns the people whose setting changed. */
  setSilent(silent: ReadonlySet<number>): number[] {
    const before = this.#silent
    const changed = [...silent, ...before].filter((id) => silent.has(id) !== before.has(id))
    this.#silent = silent
    return changed
  }

  /** The suggested person for a face; never a refused one, and never below the likeness of one person. */
  suggest(vector: Float32Array, refused: ReadonlySet<number>): Suggestion {
    const found = this.#people.alike(vector, SAME_PERSON).find(({ id }) => !this.#silent.has(id) && !refused.has(id))
    return found === undefined ? nobody : { suggestedId: found.id, likeness: found.likeness }
  }
}
