import { setImmediate } from 'node:timers/promises'
import type { Catalog, RootRow } from '../../catalog/catalog.ts'
import type { Decisions } from '../identity/identity-types.ts'
import type { Candidate } from './doubtful-files.ts'
import type { FolderTracker } from './folder-tracker.ts'
import { fileInfoOf, type PlacedFile } from './found-file.ts'
import { piecesOf } from './pieces.ts'

/** Ids of the photos that a batch changed. `hasWork` is true if something must be read or analysed again. */
export type Reconciled = { changed: number[]; hasWork: boolean }

/** Writes decisions, in pieces between which windows are served. */
export async function* applyDecisions(
  catalog: Catalog,
  { same, fresh, missing, questions }: Decisions<Candidate, PlacedFile>,
  root: RootRow,
  folders: FolderTracker,
): AsyncGenerator<Reconciled> {
  const folderIdOf = ({ rootId, relative }: PlacedFile) =>
    rootId === root.id ? folders.ensure(relative) : catalog.folders.ensure(rootId, relative)
  // Their places may be those of new files.
  const gone = missing.filter(({ known }) => !known.isMissing).map(({ fileId }) => fileId)
  yield* markUnseen(catalog, gone)
  for (const piece of piecesOf(same)) {
    const settled = piece.map(({ known, found, isChanged }) => ({
      ...fileInfoOf(folderIdOf(found), found),
      fileId: known.fileId,
      isChanged,
    }))
    const changed = catalog.files.settle(settled)
    yield { changed, hasWork: changed.length > 0 }
    await setImmediate()
  }
  const photos = new Map<PlacedFile, number>()
  for (const piece of piecesOf(fresh)) {
    const changed = catalog.files.add(piece.map((file) => fileInfoOf(folderIdOf(file), file)))
    piece.forEach((file, at) => photos.set(file, changed[at] ?? 0))
    yield { changed, hasWork: true }
    await setImmediate()
  }
  const asked = questions.map(({ known, found, reason }) => ({
    oldPhotoId: known.known.photoId,
    newPhotoId: photos.get(found) ?? 0,
    reason,
  }))
  if (asked.length > 0) catalog.questions.ask(asked)
}

/** Marks files that were not found. */
export async function* markUnseen(catalog: Catalog, fileIds: readonly number[]): AsyncGenerator<Reconciled> {
  for (const piece of piecesOf(fileIds)) {
    yield { changed: catalog.files.markMissing(piece), hasWork: false }
    await setImmediate()
  }
}
