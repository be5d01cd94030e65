import type { Catalog, ComparedPhoto } from '../catalog/catalog.ts'

/** More photos are not asked for one by one: that would take longer than a window should wait. */
const MOST_ASKED = 2_000

/**
 * What the photos were when they were last compared. Ratings and tags change nothing of that, so that who culls does
 * not begin one search after the other.
 */
export class KnownPhotos {
  readonly #prints = new Map<number, string>()
  #marks = ''
  /** Photos that something changed of since then; null where it may be all. */
  #changed: Set<number> | null = new Set()

  /** From now on photos are read again. */
  begin(): void {
    this.#prints.clear()
    this.#changed = new Set()
  }

  add(photos: readonly ComparedPhoto[]): void {
    for (const photo of photos) this.#prints.set(photo.id, printOf(photo))
  }

  /** Which photos are said to be no duplicates. */
  noteMarks(marks: ReadonlyMap<number, readonly number[]>): void {
    this.#marks = textOf(marks)
  }

  /** `ids` null: any photo may have changed. */
  noteChanged(ids: readonly number[] | null): void {
    if (ids === null) this.#changed = null
    else for (const id of ids) this.#changed?.add(id)
    if (this.#changed !== null && this.#changed.size > MOST_ASKED) this.#changed = null
  }

  /** Whether a photo that changed is another one for a comparison; asks for no more than these photos. */
  areOutdated(photos: Catalog['duplicates']): boolean {
    if (this.#changed === null) return true
    if (this.#changed.size === 0) return false
    if (textOf(photos.marks()) !== this.#marks) return true
    const now = new Map(photos.comparedOf([...this.#changed]).map((photo) => [photo.id, printOf(photo)]))
    const isOutdated = [...this.#changed].some((id) => now.get(id) !== this.#prints.get(id))
    if (!isOutdated) this.#changed.clear()
    return isOutdated
  }
}

const textOf = (marks: ReadonlyMap<number, readonly number[]>): string => JSON.stringify([...marks])

const printOf = ({
  contentHash,
  imageHash,
  thumbVersion,
  takenAt,
  subsec,
  camera,
  exposureUs,
  aperture,
  iso,
  name,
  width,
  height,
}: ComparedPhoto) =>
  JSON.stringify([
    contentHash.slice(0, 16),
    imageHash.slice(0, 24),
    thumbVersion,
    takenAt,
    subsec,
    camera,
    exposureUs,
    aperture,
    iso,
    name,
    width,
    height,
  ])
