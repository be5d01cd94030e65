import { pictureSignature } from '../analysis/preview/picture-signature.ts'
import type { AnalysisStatus } from '../contract/library/analysis-status.ts'
import { normalView } from '../contract/library/normal-view.ts'
import type { PersonChanges } from './changes/person-changes.ts'
import { DuplicateGroups } from './duplicates/duplicate-groups.ts'
import { Duplicates } from './duplicates/duplicates.ts'
import { MergeDuplicates } from './duplicates/merge-duplicates.ts'
import { PictureComparer } from './duplicates/picture-comparer.ts'
import { TrashDuplicates } from './duplicates/trash-duplicates.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { OnClose, Storage } from './open-storage.ts'

type Beside = { changes: PersonChanges; ingest: Ingest; status(): AnalysisStatus }

/** What finds photos that show the same, and what a person does with them. */
export function openDuplicates(storage: Storage, { changes, ingest, status }: Beside, onClose: OnClose) {
  const { options, catalog, hub, log } = storage
  const comparer = new PictureComparer({ thumbnail: (id) => catalog.thumbnails.get(id), signature: pictureSignature })
  const isBusy = () => status().state === 'scanning' || status().state === 'analysing'
  const duplicates = new Duplicates({ catalog, comparer, hub, log, isBusy })
  onClose(() => duplicates.close())
  const shownPhotos = () => catalog.search.atOnce({ filter: normalView({}), sort: { by: 'addedAt', order: 'asc' } })
  const groups = new DuplicateGroups({ catalog, duplicates, shownPhotos })
  const merge = new MergeDuplicates({ catalog, changes, groups })
  const trash = new TrashDuplicates({ catalog, changes, ingest, merge, log, trash: options.trash ?? null })
  onClose(() => trash.close())
  return { duplicates, duplicateGroups: groups, mergeDuplicates: merge, trashDuplicates: trash }
}
