import type { MergeProposal, TrashPlan } from '../../contract/library/duplicates.ts'
import type { PlannedGroup } from './plan-trash.ts'

export type PlanToDescribe = {
  planId: string
  advice: string
  groups: readonly PlannedGroup[]
  merges: readonly MergeProposal[]
}

/** What a person is shown before anything goes: every file with its size, what is kept, and what cannot go. */
export function describePlan({ planId, advice, groups, merges }: PlanToDescribe): TrashPlan {
  const photos = groups.flatMap((group) => group.photos)
  const going = photos.filter(({ refusal }) => refusal === '')
  const files = going.flatMap(({ photoId, files: own }) =>
    own.map(({ path, role, facts }) => ({ photoId, path, role, bytes: facts.bytes })),
  )
  return {
    planId,
    advice,
    photoCount: going.length,
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    kept: groups.flatMap(({ kept }) => (kept === undefined ? [] : { photoId: kept.photoId, path: kept.path })),
    refused: photos
      .filter(({ refusal }) => refusal !== '')
      .map(({ photoId, path, refusal }) => ({ photoId, path, reason: refusal })),
    merges: [...merges],
  }
}
