import type { Language } from '../../../../contract/analysis/language.ts'
import type { TagSource } from '../../../../contract/analysis/tag.ts'
import type { PhotoDetail } from '../../../../contract/library/photo.ts'
import type { Findings, StepName } from '../../../../analysis/photo/findings.ts'
import type { Text } from '../../../../contract/sentences/text.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Where an analysis came from. */
export type AnalysisSource = Extract<TagSource, 'engine' | 'remote'>

/** Values of the photo's own row; undefined ones stay. */
export type PhotoValues = Record<string, number | Uint8Array | null | undefined>

/** Context for describing a photo; `language` is that of the person's labels. */
export type DetailContext = Pick<Context, 'db' | 'names'> & { language: Language; peopleWords: boolean }

/** An invariant: a query that finds the ids of photos in a damaged catalogue only. */
export type Check = {
  /** What is wrong with this many, the first of which have these ids. */
  problem(count: number, ids: string): Text
  sql: string
  /** The repair, in one transaction, and what it did for this many. Absent if there is none. */
  repair?: { done(count: number): Text; run(tools: RepairTools, ids: readonly number[]): void }
}

/** Context of a repair. */
export type RepairTools = {
  db: Db
  /** Rewrites a photo's denormalised row. */
  renewRow(photoId: number): void
  /** Rewrites a photo's words. */
  renewWords(photoId: number): void
}

/**
 * One kind of result of the analysis, and how the catalogue stores it. A finding is one file in this folder and one
 * line in `findings.ts`.
 */
export type Finding = {
  /** The step that finds it. */
  readonly step: StepName
  /**
   * Creates its tables, in a numbered migration. The tables of the first findings are part of
   * `catalog/migrations/0001-first.ts`. A table refers to its photo with `photo_id INTEGER ... REFERENCES photos(id) ON DELETE
   * CASCADE`, which deletes its rows with the photo.
   */
  readonly migrations?: readonly Migration[]
  /** True if an outcome contains it, which shows that the step was done. */
  isFound(found: Findings): boolean
  /**
   * Saves the outcome's part, replacing what was stored before; does nothing if there is none. Called inside the
   * transaction of the complete outcome.
   */
  save?(context: Context, photoId: number, found: Findings, source: AnalysisSource): void
  /** Its values in the photo's own row, by column of `photos`, so that one statement writes that row. */
  photoValues?(found: Findings): PhotoValues
  /** True if the photo's denormalised row repeats it for searches; the row is then updated. */
  readonly isDenormalised?: true
  /** Checks of `lumafold doctor`. Rows without a photo are found without a check of their own. */
  readonly checks?: readonly Check[]
  /** Its part of a photo's details in a window. */
  detail?(context: DetailContext, photoId: number): Partial<PhotoDetail>
}
