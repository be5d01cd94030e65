import { defineStore } from 'pinia'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

export type Marks = Partial<Pick<PhotoTile, 'pick' | 'rating' | 'label'>>
/** Adds the expected marks to a photo as it was read. */
export type Complete = <Photo extends { readonly id: PhotoId }>(photo: Photo) => Photo

type Change = { readonly ids: ReadonlySet<PhotoId>; readonly marks: Marks; savedAt: number }
type Reading = { readonly startedAt: number }

/** Sets marks of the photos in a view. */
type Patch = (ids: ReadonlySet<PhotoId>, marks: Marks) => void

/** The marks that all views of the window expect. */
export const useExpectedMarks = defineStore('expected-marks', createExpectedMarks)

/**
 * Marks that a person gave, until everything that is read contains them. A list that the library began to read before a
 * mark was saved lacks it, and would otherwise briefly show the photo as it was before.
 */
export function createExpectedMarks() {
  /** Counts saved changes; readings that start later contain them. */
  let clock = 0
  let changes: readonly Change[] = []
  const readings = new Set<Reading>()
  const views: Patch[] = []

  /** Adds a view of photos, which has to show marks at once. */
  const addView = (patch: Patch): void => {
    views.push(patch)
  }

  /**
   * Shows marks of photos at once, and expects them from now on. `save` returns whether they were saved; if not, they
   * are forgotten.
   */
  const during = async (ids: ReadonlySet<PhotoId>, marks: Marks, save: () => Promise<boolean>): Promise<boolean> => {
    for (const patch of views) patch(ids, marks)
    const change: Change = { ids, marks, savedAt: Infinity }
    changes = [...changes, change]
    try {
      if (await save()) change.savedAt = clock += 1
    } finally {
      if (change.savedAt === Infinity) changes = changes.filter((other) => other !== change)
      forget()
    }
    return change.savedAt < Infinity
  }

  /** Reads photos from the library, and lets `complete` add the marks that the answer may lack. */
  const read = async <Answer>(
    ask: () => Promise<Answer>,
    completeAll: (answer: Answer, complete: Complete) => Answer,
  ): Promise<Answer> => {
    const reading: Reading = { startedAt: clock }
    readings.add(reading)
    try {
      const answer = await ask()
      const lacking = changes.filter(({ savedAt }) => savedAt > reading.startedAt)
      return lacking.length === 0 ? answer : completeAll(answer, completer(lacking))
    } finally {
      readings.delete(reading)
      forget()
    }
  }

  /** The same for one photo. */
  const readPhoto = <Photo extends { readonly id: PhotoId }>(ask: () => Promise<Photo>): Promise<Photo> =>
    read(ask, (photo, complete) => complete(photo))

  const forget = (): void => {
    const oldest = Math.min(clock, ...[...readings].map(({ startedAt }) => startedAt))
    changes = changes.filter(({ savedAt }) => savedAt > oldest)
  }

  return {
    addView,
    during,
    read,
    readPhoto,
    /** Number of remembered changes. */
    size: () => changes.length,
  }
}

const completer =
  (changes: readonly Change[]): Complete =>
  (photo) =>
    changes.reduce((result, { ids, marks }) => (ids.has(photo.id) ? { ...result, ...marks } : result), photo)
