import type { BigIntStats } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { type Reconciled, Reconciler, type ReconcilerOptions } from './reconcile/reconciler.ts'
import type { FoundFile, WalkBatch } from './reconcile/found-file.ts'
import { Hidden } from './reconcile/hidden.ts'
import { walk } from './walk.ts'
import { FolderSidecars, sidecarKeyOf } from '../metadata/sidecar-paths.ts'

export type ScanOptions = Pick<ReconcilerOptions, 'readers' | 'isRootThere' | 'isSettled' | 'isPatient'> & {
  excluded: ExcludedFolders
  mayFollow: MayFollow
  signal: AbortSignal
  /** Called with each batch once its rows are in the catalogue. */
  onBatch(result: Reconciled, files: readonly FoundFile[]): void
  /** Called with each folder's stats from before it was listed. */
  onFolder(folder: string, facts: BigIntStats): void
}

/**
 * Places below a root, relative to it, that could not be read, names that are not valid UTF-8, links `outside` that are
 * not followed, and places to check once more.
 */
export type ScanReport = { unreadable: string[]; unusable: string[]; outside: string[] } & Pick<
  Reconciler,
  'again' | 'postponed' | 'unverified'
>

/** Scans a complete root. Null if the root went away in the meantime: then nothing is marked as missing. */
export async function scan(catalog: Catalog, root: RootRow, options: ScanOptions): Promise<ScanReport | null> {
  const { excluded, mayFollow, signal, onBatch, onFolder, isRootThere } = options
  const reconciler = new Reconciler(catalog, root, options)
  const { again, postponed, unverified } = reconciler
  const report: ScanReport = { unreadable: [], unusable: [], outside: [], again, postponed, unverified }
  for await (const batch of walk(root.path, { excluded, mayFollow, signal, onFolder })) {
    onBatch(await reconciler.take(batch), batch.files)
    compareSidecars(catalog, root, batch)
    report.unreadable.push(...batch.unreadable)
    report.unusable.push(...batch.unusable)
    report.outside.push(...batch.outside)
    await setImmediate() // Calls and pictures go first.
    signal.throwIfAborted()
  }
  if (!(await isRootThere(root))) return null
  const hidden = new Hidden(report.unreadable)
  await reconciler.folders.collectUnentered('', (folder) => hidden.hides(folder))
  for await (const result of reconciler.finish((file) => hidden.hidesFile(catalog, file))) {
    onBatch(result, [])
    signal.throwIfAborted()
  }
  return report
}

/**
 * Marks photos to be read again if their sidecars changed unwatched, in the folders that a walk has left; returns their
 * number.
 */
function compareSidecars(
  catalog: Pick<Catalog, 'files' | 'folders'>,
  root: RootRow,
  { left, sidecars }: Pick<WalkBatch, 'left' | 'sidecars'>,
): number {
  const byFolder = Map.groupBy(sidecars, ({ folder }) => folder)
  let outdated = 0
  for (const folder of left) {
    const id = catalog.folders.find(root.id, folder)?.id
    if (id === undefined) continue
    let sidecarsHere: FolderSidecars | undefined
    const times = new Map(byFolder.get(folder)?.map(({ name, modifiedMs }) => [name, modifiedMs]))
    const keyOf = (name: string, photos: readonly string[]) => {
      sidecarsHere ??= new FolderSidecars([...times.keys(), ...photos])
      return sidecarKeyOf(sidecarsHere.of(name), (sidecar) => times.get(sidecar))
    }
    outdated += catalog.files.rereadOutdatedSidecars(id, times.size > 0, keyOf)
  }
  return outdated
}
