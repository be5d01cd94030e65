import { z } from 'zod'
import { Position } from './position.ts'
import { type TextField, textFields } from './text-fields.ts'

/**
 * What photos say of a field: the one value that all have, else how many different ones there are, where none counts as
 * one. More than `MAX_VALUES` are not counted.
 */
const common = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** Null where the photos differ, or where none says anything. */
    value: value.nullable(),
    values: z.int(),
    /** Photos that say something. */
    filled: z.int(),
    /** Photos of which the person said it. */
    given: z.int(),
  })

export const MAX_VALUES = 1000

const CommonText = common(z.string())
export type CommonText = z.infer<typeof CommonText>

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int() }))

/** What is common to photos, and what they sum up to. */
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
    /** Wall-clock times; null where no photo has a date. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** Days on which photos were taken. */
    days: z.int(),
    undated: z.int(),
    /** Photos of which the person said when they were taken. */
    given: z.int(),
    /** Offsets from UTC, empty where it is not known. */
    offsets: counted(z.string()),
  }),
  /** Of the main files. */
  bytes: z.number(),
  /** The most frequent first. */
  cameras: counted(z.string()),
  lenses: counted(z.string()),
  /** Photos whose analysis failed: for others, another one would find the same. */
  failed: z.int(),
})
export type SelectionSummary = z.infer<typeof SelectionSummary>
