import type { FileLook } from '../identity/identity-types.ts'

/** As much as the times of a file and its copy may differ: files that may be one lie in neighbouring steps. */
const STEP_MS = 2000

const stepOf = ({ modifiedMs }: FileLook) => Math.floor(modifiedMs / STEP_MS)

/** The size and times of all known files that may look like this one. */
export const spanOf = (file: FileLook) => ({
  bytes: file.bytes,
  fromMs: (stepOf(file) - 1) * STEP_MS,
  untilMs: (stepOf(file) + 2) * STEP_MS,
})

/**
 * Known files of one size and about one time, where they are so many that each found file cannot be compared with each
 * of them: of each crowd those that were not at home when it was looked through, by id.
 */
export class Crowds {
  readonly #members = new Map<string, number[]>()

  has(found: FileLook): boolean {
    return this.#members.has(crowdOf(found))
  }

  /** A crowd that is looked through now; whoever does that adds to what is returned. */
  begin(found: FileLook): number[] {
    const members: number[] = []
    this.#members.set(crowdOf(found), members)
    return members
  }

  /** Whether a member of the found file's crowd is still among those that are not at home. */
  mayHold(found: FileLook, known: ReadonlyMap<number, unknown>): boolean {
    const members = this.#members.get(crowdOf(found)) ?? []
    while (members.length > 0 && !known.has(members.at(-1)!)) members.pop()
    return members.length > 0
  }
}

const crowdOf = (file: FileLook) => `${file.bytes} ${stepOf(file)}`
