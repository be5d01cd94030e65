import { z } from 'zod'
import { Position } from './position.ts'
import { type TextField, textFields } from './text-fields.ts'

/**
 * What photos have in common in a field: the one value that all share, else the number of different ones, where none
 * counts as one. At most `MAX_VALUES` are counted.
 */
const common = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** Null if the photos differ, or none has a value. */
    value: value.nullable(),
    values: z.int(),
    /** Photos with a value. */
    filled: z.int(),
    /** Photos whose value the person gave. */
    given: z.int(),
  })

export const MAX_VALUES = 1000

const CommonText = common(z.string())
export type CommonText = z.infer<typeof CommonText>

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int() }))

/** What photos have in common, and their totals. */
export const SelectionSummary = z.object({
  count: z.int(),
  texts: z.object(
    Object.fromEntries(textFields.map((field) => [field, CommonText])) as Record<TextField, typeof CommonText>,
  ),
  position: common(Position),
  ratings: counted(z.int()),
  labels: counted(z.string()),
  picks: counted(z.int()),
  dates: z.object({
    /** Wall-clock times; null if no photo has a date. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** Number of days on which photos were taken. */
    days: z.int(),
    undated: z.int(),
    /** Photos whose date the person gave. */
    given: z.int(),
    /** Offsets from UTC; empty if unknown. */
    offsets: counted(z.string()),
  }),
  /** Total size of the main files. */
  bytes: z.number(),
  /** Most frequent first. */
  cameras: counted(z.string()),
  lenses: counted(z.string()),
  /** Photos whose analysis failed; repeating the analysis would change nothing for others. */
  failed: z.int(),
})
export type SelectionSummary = z.infer<typeof SelectionSummary>
