import type { Language } from '../../../../contract/analysis/language.ts'
import type { TagSource } from '../../../../contract/analysis/tag.ts'
import type { PhotoDetail } from '../../../../contract/library/photo.ts'
import type { Findings, StepName } from '../../../../analysis/photo/findings.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Where an analysis came from. */
export type AnalysisSource = Extract<TagSource, 'engine' | 'remote'>

/** Values of the photo's own row; those that are undefined stay as they were. */
export type PhotoValues = Record<string, number | Uint8Array | null | undefined>

/** What a finding reads to tell of a photo; `language` is the one that the person reads labels in. */
export type DetailContext = Pick<Context, 'db' | 'names'> & { language: Language; peopleWords: boolean }

/** Something that must never be so: a query that finds the ids of photos in a damaged catalogue only. */
export type Check = {
  problem: string
  sql: string
  /** How it is mended, in one transaction; `done` goes on after "they". Absent where nobody can tell. */
  repair?: { done: string; run(tools: RepairTools, ids: readonly number[]): void }
}

/** What a repair works with. */
export type RepairTools = {
  db: Db
  /** Writes a photo's denormalised row anew. */
  renewRow(photoId: number): void
  /** Writes a photo's words anew. */
  renewWords(photoId: number): void
}

/**
 * One thing that analysis finds out about a photo, and all that the catalogue knows about keeping it. A finding is one
 * file in this folder and one line in `findings.ts`.
 */
export type Finding = {
  /** The step that finds it. */
  readonly step: StepName
  /**
   * Makes its tables, in a numbered migration. The tables of the first findings are part of `catalog/migrations/0001-first.ts`.
   * A table refers to its photo with `photo_id INTEGER ... REFERENCES photos(id) ON DELETE CASCADE`: that is how its
   * rows leave the library with the photo.
   */
  readonly migrations?: readonly Migration[]
  /** True where an outcome holds it, which shows that the step was done. */
  isFound(found: Findings): boolean
  /**
   * Keeps what the outcome holds of it in place of what was kept before, and does nothing where it holds none. Called
   * inside the transaction that keeps the whole outcome.
   */
  save?(context: Context, photoId: number, found: Findings, source: AnalysisSource): void
  /** What it puts into the photo's own row, by column of `photos`, so that one statement writes that row. */
  photoValues?(found: Findings): PhotoValues
  /** True where the photo's denormalised row repeats it for searches; the row is then renewed. */
  readonly isDenormalised?: true
  /** What `lumafold doctor` looks for. Rows that belong to no photo are found without a check of their own. */
  readonly checks?: readonly Check[]
  /** Its part of what a window shows of one photo. */
  detail?(context: DetailContext, photoId: number): Partial<PhotoDetail>
}
