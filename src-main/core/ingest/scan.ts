import type { BigIntStats } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import { createReconciler, type Reconciled } from './reconcile.ts'
import { walk, type FoundFile } from './walk.ts'

export type ScanOptions = {
  excluded: ExcludedFolders
  signal: AbortSignal
  /** Called with each batch once its rows are in the catalogue. */
  onBatch(result: Reconciled, files: readonly FoundFile[]): void
  /** Called with each folder as it was before it was listed. */
  onFolder(folder: string, facts: BigIntStats): void
  /** Whether the root is still what it was: else nothing is marked as missing. */
  isThere(): Promise<boolean>
}

/** Places below a root, relative to it, that could not be looked at, and names that are not valid UTF-8. */
export type ScanReport = { unreadable: string[]; unusable: string[] }

/** Looks through a whole root. Null when the root went away meanwhile: then nothing is marked as missing. */
export async function scan(catalog: Catalog, root: RootRow, options: ScanOptions): Promise<ScanReport | null> {
  const { excluded, signal, onBatch, onFolder, isThere } = options
  const reconciler = createReconciler(catalog, root.id)
  const report: ScanReport = { unreadable: [], unusable: [] }
  for await (const batch of walk(root.path, { excluded, signal, onFolder })) {
    onBatch(await reconciler.take(batch.files), batch.files)
    report.unreadable.push(...batch.unreadable)
    report.unusable.push(...batch.unusable)
    await setImmediate() // Calls and pictures go first.
    signal.throwIfAborted()
  }
  if (!(await isThere())) return null
  const hidden = report.unreadable.map((place) => path.join(root.path, place))
  const isHidden = cached((folderId: number) => {
    const folder = catalog.folders.pathOf(folderId)
    return hidden.some((each) => folder === each || folder.startsWith(each + path.sep))
  })
  const isHiddenFile = ({ folderId, name }: { folderId: number; name: string }) =>
    hidden.length > 0 && (isHidden(folderId) || hidden.includes(path.join(catalog.folders.pathOf(folderId), name)))
  onBatch(
    reconciler.finish((file) => !isHiddenFile(file)),
    [],
  )
  return report
}

function cached<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const value = values.get(key) ?? compute(key)
    values.set(key, value)
    return value
  }
}
