import { valueFields } from '../../../contract/library/metadata-writing.ts'
import { mergeKeywords } from './merge-keywords.ts'
import { mergeRegions, type RegionMerge } from './merge-regions.ts'
import { mergeValue, type FieldMerge } from './merge-values.ts'
import type { Base, PersonWork, Said, Value, ValueField, Values, Written } from './work.ts'

export type MergeSources = {
  work: PersonWork
  written: Written
  said: Said
  base: Base
  /** Fields that wait for the person's decision. */
  disputed?: readonly (ValueField | 'keywords')[]
}

/** A field that both the person and another program changed. */
export type FieldConflict = { field: ValueField | 'keywords'; ours: Value | string[]; theirs: Value | string[] }

/** What the library takes over from a target. */
export type Adopted = { values: Values; droppedAdded: string[]; droppedRemoved: string[] }

/** What a target is to say, and what the library keeps of it. */
export type WorkMerge = {
  /** Values to be written; a field that is absent stays as it is. */
  values: Values
  /** The whole list to be written; null where it stays as it is. */
  keywords: string[] | null
  /** Named faces that come and go, and who is shown. */
  regions: RegionMerge
  written: Written
  adopted: Adopted
  conflicts: FieldConflict[]
}

/** Merges a person's work with what a target says, field by field, against the last state that both had. */
export function mergeWork({ work, written, said, base, disputed = [] }: MergeSources): WorkMerge {
  const merges = valueFields.map((field): [ValueField, FieldMerge] => [
    field,
    mergeValue(field, {
      given: work.values[field],
      written: written.values[field],
      said: said.values[field],
      base: base.values[field],
      isDisputed: disputed.includes(field),
    }),
  ])
  const words = mergeKeywords({ work, written, said, base })
  const regions = mergeRegions(work.regions, written.regions, said.regions ?? { faces: [], people: [] })
  const pick = (outcome: FieldMerge['outcome']) =>
    Object.fromEntries(merges.flatMap(([field, merge]) => (merge.outcome === outcome ? [[field, merge.value]] : [])))
  return {
    values: pick('write') as Values,
    keywords: words.keywords,
    regions,
    written: {
      values: keepWritten(merges),
      added: words.added,
      removed: words.removed,
      ...(regions.written === undefined ? {} : { regions: regions.written }),
    },
    adopted: {
      values: pick('adopt') as Values,
      droppedAdded: words.droppedAdded,
      droppedRemoved: words.droppedRemoved,
    },
    conflicts: [
      ...merges.flatMap(([field, { outcome }]) =>
        outcome === 'conflict' ? [{ field, ours: work.values[field] ?? null, theirs: said.values[field] }] : [],
      ),
      ...(words.isConflict
        ? [{ field: 'keywords' as const, ours: [...work.added], theirs: [...(said.keywords ?? [])] }]
        : []),
    ],
  }
}

const keepWritten = (merges: readonly (readonly [ValueField, FieldMerge])[]): Written['values'] =>
  Object.fromEntries(merges.flatMap(([field, { written }]) => (written === undefined ? [] : [[field, written]])))
