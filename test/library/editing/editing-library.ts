import { say } from '../../../src-main/contract/sentences/say.ts'
import type { ChangeResult } from '../../../src-main/contract/library/history.ts'
import type { PhotoMetadata } from '../../../src-main/contract/library/photo.ts'
import type { BatchChange, ChangePart, PersonChange } from '../../../src-main/library/catalog/catalog.ts'
import { metadata, openWithRoot } from '../catalog/library.ts'

/** A library of photos with metadata, and changes as the program makes them, without windows. */
export function openEditing(photos: Readonly<Record<string, Partial<PhotoMetadata>>>) {
  const { catalog, add } = openWithRoot()
  const names = Object.keys(photos)
  const ids = add(...names)
  catalog.files.saveMetadata(
    ids.map((id, at) => ({ id, metadata: metadata(photos[names[at]!]!), width: 1, height: 1 })),
  )
  const resultOf = (changeId: number | null): ChangeResult => {
    const { sentence = say('changes.nothing'), count = 0 } = changeId === null ? {} : catalog.changes.entry(changeId)
    return { changeId, count, kept: 0, sentence }
  }
  const changes = {
    apply: async (change: PersonChange) => resultOf(catalog.changes.apply(change).changeId),
    applyBatch: async (batch: BatchChange, parts: readonly ChangePart[]) => {
      const run = catalog.changes.beginBatch(batch, parts)
      while (!run.isDone) catalog.changes.step(run)
      return resultOf(run.result.changeId)
    },
  }
  const detail = (at: number) => catalog.photos.detail(ids[at]!).metadata
  return { catalog, changes, ids, detail }
}
