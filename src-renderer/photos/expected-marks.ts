import { defineStore } from 'pinia'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

export type Marks = Partial<Pick<PhotoTile, 'pick' | 'rating' | 'label'>>
/** Adds the expected marks to a photo as it was read. */
export type Complete = <Photo extends { readonly id: PhotoId }>(photo: Photo) => Photo

type Change = { readonly ids: ReadonlySet<PhotoId>; readonly marks: Marks; savedAt: number }
type Reading = { readonly startedAt: number }

/**
 * Marks that a person gave, until everything that is read contains them. A list that the library began to read before a
 * mark was saved lacks it. Without this class, it would briefly show the photo as it was before.
 */
export class ExpectedMarks {
  /** Counts saved changes; readings that start later contain them. */
  #clock = 0
  #changes: Change[] = []
  readonly #readings = new Set<Reading>()

  /** Number of remembered changes. */
  get size(): number {
    return this.#changes.length
  }

  /** Saves marks of photos. `save` returns whether they were saved; if not, they are forgotten. */
  async during(ids: ReadonlySet<PhotoId>, marks: Marks, save: () => Promise<boolean>): Promise<boolean> {
    const change: Change = { ids, marks, savedAt: Infinity }
    this.#changes.push(change)
    try {
      if (await save()) change.savedAt = this.#clock += 1
    } finally {
      if (change.savedAt === Infinity) this.#changes = this.#changes.filter((other) => other !== change)
      this.#forget()
    }
    return change.savedAt < Infinity
  }

  /** Reads photos from the library, and lets `complete` add the marks that the answer may lack. */
  async read<Answer>(
    ask: () => Promise<Answer>,
    completeAll: (answer: Answer, complete: Complete) => Answer,
  ): Promise<Answer> {
    const reading: Reading = { startedAt: this.#clock }
    this.#readings.add(reading)
    try {
      const answer = await ask()
      const lacking = this.#changes.filter(({ savedAt }) => savedAt > reading.startedAt)
      return lacking.length === 0 ? answer : completeAll(answer, completer(lacking))
    } finally {
      this.#readings.delete(reading)
      this.#forget()
    }
  }

  /** The same for one photo. */
  readPhoto<Photo extends { readonly id: PhotoId }>(ask: () => Promise<Photo>): Promise<Photo> {
    return this.read(ask, (photo, complete) => complete(photo))
  }

  #forget(): void {
    const oldest = Math.min(this.#clock, ...[...this.#readings].map(({ startedAt }) => startedAt))
    this.#changes = this.#changes.filter(({ savedAt }) => savedAt > oldest)
  }
}

const completer =
  (changes: readonly Change[]): Complete =>
  (photo) =>
    changes.reduce((result, { ids, marks }) => (ids.has(photo.id) ? { ...result, ...marks } : result), photo)

/** Sets marks of the photos in a view. */
type Patch = (ids: ReadonlySet<PhotoId>, marks: Marks) => void

/** The marks that all views of the window expect. */
export const useExpectedMarks = defineStore('expected-marks', () => {
  const marks = new ExpectedMarks()
  const views: Patch[] = []
  const readPhoto: ExpectedMarks['readPhoto'] = (ask) => marks.readPhoto(ask)
  /** Adds a view of photos, which has to show marks at once. */
  const addView = (patch: Patch): void => {
    views.push(patch)
  }
  /** Shows marks that a person gave at once, and expects them while they are being saved. */
  const during: ExpectedMarks['during'] = (ids, given, save) => {
    for (const patch of views) patch(ids, given)
    return marks.during(ids, given, save)
  }
  return { addView, during, read: marks.read.bind(marks), readPhoto }
})
