import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, KnownFile, RootRow } from '../catalog/catalog.ts'
import { createReconciler, type Reconciled } from './reconcile.ts'
import { codeOf, isAbsent, isForbidden } from './places/describe-access.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import { isPhotoName, isSidecarName, isSkippedPath } from './places/supported.ts'
import { foundFileOf, walk, type FoundFile } from './walk.ts'

/** Named places below a root, sorted by what is there now. `folders` and `absent` are absolute. */
type Sorted = { files: FoundFile[]; folders: string[]; absent: string[]; sidecars: string[] }

export type ExamineOptions = {
  excluded: ExcludedFolders
  /** Whether the root is still what it was: else nothing is marked as missing. */
  isThere(): Promise<boolean>
  signal?: AbortSignal
}

export type Examined = Reconciled & {
  isRootGone: boolean
  /** Photo files whose sidecar came, changed or went. */ sidecarsOf: string[]
  found: FoundFile[]
}

const relativeTo = (root: string, target: string) => path.relative(root, target).split(path.sep).join('/')

async function sortPath(root: string, target: string, sorted: Sorted): Promise<void> {
  if (target !== root && isSkippedPath(root, target)) return
  const name = path.basename(target)
  if (isSidecarName(name)) return void sorted.sidecars.push(target)
  const facts = await stat(target, { bigint: true }).catch(absentOrHidden)
  if (facts === 'absent') sorted.absent.push(target)
  else if (facts === 'hidden') return
  else if (facts.isDirectory()) sorted.folders.push(target)
  else if (facts.isFile() && isPhotoName(name))
    sorted.files.push(foundFileOf(relativeTo(root, path.dirname(target)), name, facts))
}

/** What may not be looked at is not gone. Any other error is the disk's: the examination is to be repeated. */
function absentOrHidden(error: unknown): 'absent' | 'hidden' {
  if (isAbsent(error)) return 'absent'
  if (isForbidden(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENAMETOOLONG') return 'hidden'
  throw error
}

/** Photo files that a sidecar speaks for: `photo.xmp` for any photo of that name, `photo.cr2.xmp` for that file. */
async function photosOfSidecar(sidecar: string): Promise<string[]> {
  const folder = path.dirname(sidecar)
  const stem = path.basename(sidecar).slice(0, -'.xmp'.length)
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => isPhotoName(name) && (name === stem || path.parse(name).name === stem))
    .map((name) => path.join(folder, name))
}

const isBelow = (folder: string, file: string) => file.startsWith(folder + path.sep)

/** Folders whose known files are enough to judge; all of the root's where whole folders came or went. */
function narrow(catalog: Catalog, root: RootRow, { files, folders, absent }: Sorted): number[] | undefined {
  if (folders.length > 0 || absent.some((file) => !isPhotoName(path.basename(file)))) return undefined
  const known = absent.filter((file) => catalog.files.findByPath(file) !== null)
  const relative = new Set([
    ...files.map((file) => file.folder),
    ...known.map((file) => relativeTo(root.path, path.dirname(file))),
  ])
  return [...relative].map((folder) => catalog.folders.ensure(root.id, folder))
}

/**
 * Brings the catalogue in line with the given places of a root, as events named them; other places are not looked at.
 */
export async function examine(
  catalog: Catalog,
  root: RootRow,
  paths: readonly string[],
  options: ExamineOptions,
): Promise<Examined> {
  const sorted: Sorted = { files: [], folders: [], absent: [], sidecars: [] }
  for (const target of new Set(paths)) await sortPath(root.path, target, sorted)
  if (sorted.absent.length + sorted.folders.length > 0 && !(await options.isThere()))
    return { changed: [], hasWork: false, isRootGone: true, sidecarsOf: [], found: [] }

  const unreadable: string[] = []
  for (const folder of sorted.folders) {
    for await (const batch of walk(root.path, { ...options, from: relativeTo(root.path, folder) })) {
      sorted.files.push(...batch.files)
      unreadable.push(...batch.unreadable.map((each) => path.join(root.path, each)))
    }
  }
  const unique = [...new Map(sorted.files.map((file) => [`${file.folder}/${file.name}`, file])).values()]
  const reconciler = createReconciler(catalog, root.id, narrow(catalog, root, sorted))
  const taken = await reconciler.take(unique)
  const gone = reconciler.finish((file) => isNamed(pathOf(catalog, file), sorted, unreadable))
  const sidecarsOf = (await Promise.all(sorted.sidecars.map(photosOfSidecar))).flat()
  return {
    changed: [...taken.changed, ...gone.changed],
    hasWork: taken.hasWork,
    isRootGone: false,
    sidecarsOf,
    found: unique,
  }
}

function pathOf(catalog: Catalog, file: KnownFile): string {
  return path.join(catalog.folders.pathOf(file.folderId), file.name)
}

function isNamed(file: string, { absent, folders }: Sorted, unreadable: readonly string[]): boolean {
  if (unreadable.some((folder) => file.startsWith(folder))) return false
  return absent.some((gone) => gone === file || isBelow(gone, file)) || folders.some((folder) => isBelow(folder, file))
}
