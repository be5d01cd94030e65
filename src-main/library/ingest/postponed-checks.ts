import type { PlaceOfRoot } from './reconciler.ts'

/** Files whose contents are compared without a break: others wait for at most a second. */
const PIECE = 20
/** Postponed decisions are made after this time, whatever happens in the folders. */
const MAX_WAIT_MS = 60_000

/**
 * Checks for the time when nothing else is being checked: places that can be decided only then, and files that may have
 * other contents despite the same size and time. Nothing is saved: a scan finds both again. Places are relative to
 * their watched folder.
 */
export class PostponedChecks {
  readonly #postponed = new Map<number, Set<string>>()
  readonly #unverified = new Map<number, Set<string>>()
  readonly #now: () => number
  /** Since when something is postponed, checked in vain or not. */
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

  /** All postponed places, by the ids of their roots. */
  takePostponed(): [rootId: number, places: string[]][] {
    const taken = [...this.#postponed].map(([rootId, places]): [number, string[]] => [rootId, [...places]])
    this.#postponed.clear()
    return taken
  }

  /** What was taken is checked: unless some of it is postponed again, nothing waits any longer. */
  noteConcluded(): void {
    if (!this.hasPostponed) this.#sinceMs = null
  }

  /** Some files of one root to compare contents of; undefined if there are none. */
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
