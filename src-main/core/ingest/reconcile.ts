import type { Catalog, FileFacts, KnownFile } from '../catalog/catalog.ts'
import { loadKnownFiles, type KnownFiles } from './known-files.ts'
import type { FoundFile } from './walk.ts'

/** Ids of the photos that a batch touched. `hasWork` is true where something is to be read or analysed anew. */
export type Reconciled = { changed: number[]; hasWork: boolean }

/** Brings the catalogue in line with what is found below one root. */
export type Reconciler = {
  /** Takes found files: new, changed, moved or back again; unchanged ones cost nothing. */
  take(files: readonly FoundFile[]): Promise<Reconciled>
  /** Marks what was expected and not found; `isExpected` says which known files should have been. */
  finish(isExpected: (file: KnownFile) => boolean): Reconciled
}

type Sorted = {
  fresh: FileFacts[]
  changed: (FileFacts & { fileId: number })[]
  returned: KnownFile[]
  touched: number[]
}

/** Starts a reconciliation; `folderIds` narrows it to files directly in these folders. */
export function createReconciler(catalog: Catalog, rootId: number, folderIds?: readonly number[]): Reconciler {
  const known = loadKnownFiles(catalog, rootId, folderIds)
  const ids = new Map<string, number>()
  const seen = new Set<number>()
  const folderId = (relative: string) => {
    const id = ids.get(relative) ?? catalog.folders.ensure(rootId, relative)
    ids.set(relative, id)
    return id
  }
  return {
    async take(files) {
      const sorted: Sorted = { fresh: [], changed: [], returned: [], touched: [] }
      for (const file of files)
        await sortFile(catalog, known, seen, { ...factsOf(file), folderId: folderId(file.folder) }, sorted)
      return apply(catalog, sorted)
    },
    finish(isExpected) {
      const missing = [...known.all()].filter((file) => !file.isMissing && !seen.has(file.fileId) && isExpected(file))
      if (missing.length > 0) catalog.files.markMissing(missing.map((file) => file.fileId))
      return { changed: missing.map((file) => file.photoId), hasWork: false }
    },
  }
}

function factsOf({ name, bytes, modifiedMs, fileKey }: FoundFile) {
  return { name, bytes, modifiedMs, fileKey }
}

async function sortFile(
  catalog: Catalog,
  known: KnownFiles,
  seen: Set<number>,
  file: FileFacts,
  sorted: Sorted,
): Promise<void> {
  const present = known.at(file.folderId, file.name)
  if (present !== undefined) {
    seen.add(present.fileId)
    const isSame = present.bytes === file.bytes && present.modifiedMs === file.modifiedMs
    if (!isSame) sorted.changed.push({ ...file, fileId: present.fileId })
    if (present.isMissing) sorted.returned.push(present)
    if (!isSame || present.isMissing) sorted.touched.push(present.photoId)
    return
  }
  const origin = await known.findMoved(file)
  if (origin === null) {
    sorted.fresh.push(file)
    return
  }
  catalog.files.move(origin.fileId, file.folderId, file.name, file.fileKey)
  seen.add(origin.fileId)
  sorted.touched.push(origin.photoId)
  if (origin.isMissing) sorted.returned.push(origin)
}

function apply(catalog: Catalog, { fresh, changed, returned, touched }: Sorted): Reconciled {
  const added = fresh.length > 0 ? catalog.files.add(fresh) : []
  if (changed.length > 0) catalog.files.update(changed)
  if (returned.length > 0) catalog.files.markPresent(returned.map((file) => file.fileId))
  return { changed: [...added, ...touched], hasWork: added.length + touched.length > 0 }
}
