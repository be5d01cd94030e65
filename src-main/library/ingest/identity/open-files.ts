import type { Decisions, ListedFile, KnownListing, QuestionReason } from './identity-types.ts'

const placeOf = ({ folder, name }: ListedFile) => `${folder}/${name}`

/** Known and found files that are not matched yet, and decisions about the others. */
export class OpenFiles<Known extends KnownListing, Found extends ListedFile> {
  readonly #known: Set<Known>
  readonly #found: Set<Found>
  readonly #byKey: Map<string, Known[]>
  readonly #byPlace: Map<string, Known[]>
  readonly #others = new Map<Known, Set<Found>>()
  readonly #keys: ReadonlySet<string | null>
  readonly #decisions: Pick<Decisions<Known, Found>, 'same' | 'questions' | 'postponed'> = {
    same: [],
    questions: [],
    postponed: [],
  }

  constructor(known: readonly Known[], found: readonly Found[]) {
    this.#known = new Set(known)
    this.#found = new Set(found)
    this.#keys = new Set(found.map(({ fileKey }) => fileKey))
    this.#byKey = Map.groupBy(
      known.filter((each) => each.fileKey !== null),
      (each) => each.fileKey ?? '',
    )
    this.#byPlace = Map.groupBy(known, placeOf)
  }

  get known(): Known[] {
    return [...this.#known]
  }

  get found(): Found[] {
    return [...this.#found]
  }

  withKeyOf(found: Found): Known[] {
    const known = found.fileKey === null ? [] : (this.#byKey.get(found.fileKey) ?? [])
    return known.filter((each) => this.#known.has(each))
  }

  atPlaceOf(found: Found): Known[] {
    return (this.#byPlace.get(placeOf(found)) ?? []).filter((each) => this.#known.has(each))
  }

  isOpen(known: Known, found: Found): boolean {
    return this.#known.has(known) && this.#found.has(found)
  }

  /** Whether the file itself was found, by its key, whatever its present content. */
  isFileFound({ fileKey }: Known): boolean {
    return fileKey !== null && this.#keys.has(fileKey)
  }

  /** Their contents were compared: these two are different. */
  tellApart(known: Known, found: Found): void {
    this.#others.set(known, (this.#others.get(known) ?? new Set()).add(found))
  }

  areApart(known: Known, found: Found): boolean {
    return this.#others.get(known)?.has(found) ?? false
  }

  match(known: Known, found: Found, isChanged: boolean): void {
    this.#known.delete(known)
    this.#found.delete(found)
    this.#decisions.same.push({ known, found, isChanged })
  }

  /** They can be decided only after other places are checked. */
  postpone(known: Known, found: Found): void {
    this.#decisions.postponed.push({ known, found })
  }

  /** Postponed files wait, and no longer take part in decisions. */
  setAside(): void {
    for (const { known, found } of this.#decisions.postponed) {
      this.#known.delete(known)
      this.#found.delete(found)
    }
  }

  ask(known: Known, found: Found, reason: QuestionReason): void {
    this.#decisions.questions.push({ known, found, reason })
  }

  /**
   * Files whose root is away are not missing. A question stays open only while no later evidence matches one of its
   * two.
   */
  decisions(): Decisions<Known, Found> {
    return {
      same: this.#decisions.same,
      questions: this.#decisions.questions.filter(
        ({ known, found }) => this.#known.has(known) && this.#found.has(found),
      ),
      fresh: this.found,
      missing: this.known.filter((each) => !each.isAway),
      postponed: this.#decisions.postponed,
    }
  }
}
