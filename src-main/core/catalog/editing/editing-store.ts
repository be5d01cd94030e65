import type { PlaceholderValues } from '../../../contract/library/template-placeholders.ts'
import type { SelectionSummary } from '../../../contract/library/selection-summary.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { placeholderValues } from './placeholder-values.ts'
import { readTimes, type TimedPhoto } from './shot-times.ts'
import { summarise } from './summarise.ts'

/** What is read of photos for editing their metadata together. Unknown ids are left out. */
export type EditingStore = {
  /** What is common to photos, with a break after every 2,000 of them. */
  summarise(ids: readonly number[]): Generator<void, SelectionSummary, undefined>
  /** By rising ids. */
  times(ids: readonly number[]): TimedPhoto[]
  /** What photos say for the placeholders of templates, by rising ids. */
  placeholderValues(ids: readonly number[]): Generator<{ id: number; values: PlaceholderValues }, void, undefined>
}

export const createEditingStore = ({ db }: { db: Db }): EditingStore => ({
  summarise: (ids) => summarise(db, ids),
  times: (ids) => readTimes(db, ids),
  placeholderValues: (ids) => placeholderValues(db, ids),
})
