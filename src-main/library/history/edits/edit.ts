import { z } from 'zod'

/** Photos that the changes themselves name, such as the examples of a classifier. */
const Named = z.array(z.int()).optional()

/** A person's change of photos, as the journal beside the catalogue stores it. */
export const Edit = z.discriminatedUnion('kind', [
  /** A change, or a piece of a large one; `changeId` is its number in the history. */
  z.object({
    kind: z.literal('do'),
    changeId: z.int(),
    change: z.looseObject({ kind: z.string() }),
    ids: z.array(z.int()),
    named: Named,
  }),
  /** A change that consists of others, or a piece of it. */
  z.object({
    kind: z.literal('batch'),
    changeId: z.int(),
    change: z.looseObject({ kind: z.string() }),
    parts: z.array(z.object({ change: z.looseObject({ kind: z.string() }), ids: z.array(z.int()) })),
    named: Named,
  }),
  z.object({ kind: z.enum(['undo', 'redo']), changeId: z.int() }),
])
export type Edit = z.infer<typeof Edit>

/** The photos, or other subjects, of an edit; an undo names none. */
export function idsOfEdit(edit: Edit): readonly number[] {
  if (edit.kind === 'do') return uniqueOf([edit.ids, edit.named])
  return edit.kind === 'batch' ? uniqueOf([...edit.parts.map(({ ids }) => ids), edit.named]) : []
}

const uniqueOf = (lists: readonly (readonly number[] | undefined)[]): number[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

/** Enough to find a photo's file again, or to add it again, in a catalogue that is older than the edit. */
export const PhotoReference = z.object({
  id: z.int(),
  /** Path of the watched folder, then the folder below it, with `/` between names. */
  root: z.string(),
  folder: z.string(),
  name: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
  fileKey: z.string().nullable(),
  contentHash: z.string(),
})
export type PhotoReference = z.infer<typeof PhotoReference>

/** A line of the journal. Numbers increase and are never reused, whatever is restored. */
export const EditEntry = z.object({
  seq: z.int(),
  /** Milliseconds since 1970. */
  atMs: z.number(),
  edit: Edit,
  /** Photos not described in the present file of the journal yet. */
  photos: z.array(PhotoReference).default([]),
})
export type EditEntry = z.infer<typeof EditEntry>
