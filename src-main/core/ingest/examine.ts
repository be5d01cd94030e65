import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { FolderSidecars } from '../metadata/sidecar-paths.ts'
import { isPhotoName, isSidecarName } from './places/supported.ts'
import type { Reconciled } from './reconcile/apply-decisions.ts'
import { emptyBatch, type FoundFile, type PlacedFile } from './reconcile/found-file.ts'
import { Hidden } from './reconcile/hidden.ts'
import { Reconciler, type ReconcilerOptions } from './reconcile/reconciler.ts'
import { isWithin, sortPaths, type SortedPaths } from './sort-paths.ts'
import { walk } from './walk.ts'

export type ExamineOptions = Pick<
  ReconcilerOptions,
  'readers' | 'isRootThere' | 'isSettled' | 'isPatient' | 'isThorough'
> & {
  excluded: ExcludedFolders
  mayFollow: MayFollow
  signal?: AbortSignal
}

/** With what is to be looked at once more. */
export type Examined = Reconciled &
  Pick<Reconciler, 'again' | 'postponed' | 'unverified'> & {
    isRootGone: boolean
    /** Photo files whose sidecar came, changed or went. */
    sidecarsOf: string[]
    found: FoundFile[]
    /** Links that lead where they are not followed; relative to the root. */
    outside: string[]
  }

/** Photo files that a sidecar speaks for, or spoke for. */
async function photosOfSidecar(sidecar: string): Promise<string[]> {
  const folder = path.dirname(sidecar)
  const base = path.basename(sidecar)
  const names = await readdir(folder).catch(() => [])
  // One that went speaks for them no longer.
  const sidecars = new FolderSidecars([...names.filter((name) => !isSidecarName(name)), base])
  return names
    .filter((name) => isPhotoName(name) && Object.values(sidecars.of(name)).includes(base))
    .map((name) => path.join(folder, name))
}

/**
 * Brings the catalogue in line with the given places of a root, as events named them. Other places are looked at only
 * where one of their files may be among those that were found.
 */
export async function examine(
  catalog: Catalog,
  root: RootRow,
  paths: readonly string[],
  options: ExamineOptions,
): Promise<Examined> {
  const sorted = await sortPaths(root.path, paths, options.mayFollow)
  const reconciler = new Reconciler(catalog, root, { ...options, isInScope: scopeOf(sorted) })
  const { again, postponed, unverified } = reconciler
  const examined: Examined = {
    again,
    postponed,
    unverified,
    changed: [],
    hasWork: false,
    isRootGone: false,
    sidecarsOf: [],
    found: [],
    outside: sorted.outside,
  }
  if (sorted.absent.length + sorted.folders.length > 0 && !(await options.isRootThere(root)))
    return { ...examined, isRootGone: true }
  const report = ({ changed, hasWork }: Reconciled) => {
    for (const id of changed) examined.changed.push(id)
    examined.hasWork ||= hasWork
  }
  const hidden = new Hidden(sorted.hidden)
  for (const from of sorted.folders) {
    for await (const batch of walk(root.path, { ...options, from })) {
      hidden.add(batch.unreadable)
      examined.outside.push(...batch.outside)
      for (const file of batch.files) examined.found.push(file)
      report(await reconciler.take(batch))
    }
    await reconciler.folders.collectUnentered(from, (folder) => hidden.hides(folder))
  }
  for (const file of sorted.files) examined.found.push(file)
  report(await reconciler.take({ ...emptyBatch(), files: sorted.files }))
  await reconciler.folders.expectNothing(sorted.absent)
  for await (const result of reconciler.finish((file) => hidden.hidesFile(catalog, file))) report(result)
  examined.sidecarsOf = (await Promise.all(sorted.sidecars.map(photosOfSidecar))).flat()
  return examined
}

/** The places that are looked at in any case. */
function scopeOf({ files, folders }: SortedPaths): (place: PlacedFile) => boolean {
  const placeOf = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)
  const named = new Set(files.map(({ folder, name }) => placeOf(folder, name)))
  return ({ relative, name }) => {
    const place = placeOf(relative, name)
    return named.has(place) || folders.some((folder) => isWithin(folder, place))
  }
}
