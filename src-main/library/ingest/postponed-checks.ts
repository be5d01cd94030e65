import type { PlaceOfRoot } from './reconcile/reconciler.ts'

/** Files whose contents are compared without a break: others wait for a second at most. */
const PIECE = 20
/** What was postponed is decided after so many milliseconds, however much goes on in the folders. */
const MAX_WAIT_MS = 60_000

/**
 * What is looked at once nothing else is: places of which only then can be told what lies there, and files whose
 * contents
 * may be others though size and time are the same. It outlives nothing: a scan finds both anew. Places are relative to
 * their watched folder.
 */
export class PostponedChecks {
  readonly #postponed = new Map<number, Set<string>>()
  readonly #unverified = new Map<number, Set<string>>()
  readonly #now: () => number
  /** Since when something is postponed, looked at in vain or not. */
  #sinceMs: number | null = null

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  postpone(places: readonly PlaceOfRoot[]): void {
    if (places.length > 0) this.#sinceMs ??= this.#now()
    for (const { rootId, place } of places) add(this.#postponed, rootId, place)
  }

  verify(rootId: number, places: readonly string[]): void {
    for (const place of places) add(this.#unverified, rootId, place)
  }

  get hasPostponed(): boolean {
    return this.#postponed.size > 0
  }

  get isOverdue(): boolean {
    return this.#sinceMs !== null && this.hasPostponed && this.#now() - this.#sinceMs > MAX_WAIT_MS
  }

  get hasUnverified(): boolean {
    return this.#unverified.size > 0
  }

  isPostponed(rootId: number, place: string): boolean {
    return this.#postponed.get(rootId)?.has(place) ?? false
  }

  /** All places that were postponed, by the ids of their roots. */
  takePostponed(): [rootId: number, places: string[]][] {
    const taken = [...this.#postponed].map(([rootId, places]): [number, string[]] => [rootId, [...places]])
    this.#postponed.clear()
    return taken
  }

  /** What was taken was looked at: unless some of it is postponed anew, nothing waits any longer. */
  noteConcluded(): void {
    if (!this.hasPostponed) this.#sinceMs = null
  }

  /** Some files of one root whose contents are to be compared; undefined where there are none. */
  takeUnverified(): [rootId: number, places: string[]] | undefined {
    const [first] = this.#unverified
    if (first === undefined) return undefined
    const [rootId, places] = first
    const taken: string[] = []
    for (const place of places) {
      if (taken.length === PIECE) break
      taken.push(place)
      places.delete(place)
    }
    if (places.size === 0) this.#unverified.delete(rootId)
    return [rootId, taken]
  }

  /** A root left the library. */
  forget(rootId: number): void {
    this.#postponed.delete(rootId)
    this.#unverified.delete(rootId)
  }
}

function add(places: Map<number, Set<string>>, rootId: number, place: string): void {
  const present = places.get(rootId)
  if (present === undefined) places.set(rootId, new Set([place]))
  else present.add(place)
}
