import { foreign } from '../../src-main/contract/sentences/say.ts'
import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type {
  DuplicateGroup,
  DuplicatePhoto,
  MergeProposal,
  TrashPlan,
} from '../../src-main/contract/library/duplicates.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { tileOf } from './fake-photos.ts'

/** A photo as shown in a group of duplicates. */
export function duplicatePhoto(photo: PhotoDetail): DuplicatePhoto {
  const { path, otherFiles, format, bytes, modifiedAt, metadata } = photo
  const shared = { path, otherFiles, format, bytes, modifiedAt, camera: metadata.cameraModel }
  return { ...tileOf(photo), ...shared, tags: [], hasWork: false, addedAt: modifiedAt }
}

/** The calls `duplicates.*` on made-up groups. */
export function createFakeDuplicates(
  groups: DuplicateGroup[],
  note: (name: string, input: unknown) => void,
  emit: (event: LibraryEvent) => void,
) {
  const calls = implement(libraryContract).duplicates
  const state = () => {
    const count = (kind: string) => groups.filter((group) => group.kind === kind).length
    const counts = { equal: count('equal'), same: count('same'), near: count('near') }
    return { phase: 'done' as const, done: 0, total: 0, counts, bytes: 0 }
  }
  const drop = (ids: readonly number[]): void => {
    groups.splice(0, groups.length, ...groups.filter(({ photos }) => !photos.some(({ id }) => ids.includes(id))))
    emit({ type: 'duplicates.changed' })
  }
  let planned: number[] = []
  return {
    state: calls.state.handler(state),
    groups: calls.groups.handler(({ input }) => ({
      total: groups.length,
      groups: groups.slice(input.offset, input.offset + input.limit),
    })),
    search: calls.search.handler(state),
    dismiss: calls.dismiss.handler(({ input }) => {
      note('duplicates.dismiss', input)
      drop(input.ids)
      return {
        changeId: 1,
        count: input.ids.length,
        kept: 0,
        sentence: foreign('Marked 2 photos as no duplicates'),
      }
    }),
    proposeMerge: calls.proposeMerge.handler(({ input }) => nothingToMerge(input.keepId)),
    merge: calls.merge.handler(() => ({ changeId: null, count: 0, kept: 0, sentence: foreign('Nothing was changed') })),
    plan: calls.plan.handler(({ input }): TrashPlan => {
      note('duplicates.plan', input)
      planned = input.choices.flatMap(({ ids }) => ids)
      const all = groups.flatMap(({ photos }) => photos)
      const files = all
        .filter(({ id }) => planned.includes(id))
        .map(({ id, path, bytes }) => ({ photoId: id, path, bytes, role: 'photo' as const }))
      const merges = input.choices.map(({ keepId, ids }) => ratingsToMerge(all, keepId, ids))
      return { planId: 'plan', photoCount: files.length, files, bytes: 0, kept: [], refused: [], merges, advice: null }
    }),
    trash: calls.trash.handler(({ input }) => {
      note('duplicates.trash', input)
      drop(planned)
      const change = { changeId: 1, count: planned.length, kept: 0, sentence: foreign('Moved 1 photo to the trash') }
      return { photoCount: planned.length, fileCount: planned.length, failures: [], change, merged: null }
    }),
  }
}

/** Photos with different ratings are a conflict, and the highest is proposed. */
function ratingsToMerge(all: readonly DuplicatePhoto[], keepId: number, ids: readonly number[]): MergeProposal {
  const rated = all.filter(({ id, rating }) => rating > 0 && (id === keepId || ids.includes(id)))
  const values = rated.map(({ id, rating }) => ({ value: rating, photoId: id }))
  if (values.length < 2) return nothingToMerge(keepId)
  const present = rated.find(({ id }) => id === keepId)?.rating ?? null
  const proposed = Math.max(...rated.map(({ rating }) => rating))
  return { ...nothingToMerge(keepId), fields: [{ field: 'rating', present, values, proposed }] }
}

const nothingToMerge = (keepId: number): MergeProposal => ({
  albums: [],
  keepId,
  fields: [],
  tags: [],
  removedTags: [],
  becomesPrivate: false,
})
