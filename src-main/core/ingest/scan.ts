import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import { createReconciler, type Reconciled } from './reconcile.ts'
import { walk, type FoundFile } from './walk.ts'

export type ScanOptions = {
  excluded: readonly string[]
  signal: AbortSignal
  /** Called with each batch once its rows are in the catalogue. */
  onBatch(result: Reconciled, files: readonly FoundFile[]): void
}

/** Whether a root can be looked into now; not while its drive is unplugged. */
export async function isReachable(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  )
}

/** Looks through a whole root. False when the root went away meanwhile: then nothing is marked as missing. */
export async function scan(
  catalog: Catalog,
  root: RootRow,
  { excluded, signal, onBatch }: ScanOptions,
): Promise<boolean> {
  const reconciler = createReconciler(catalog, root.id)
  const unreadable: string[] = []
  for await (const batch of walk(root.path, { excluded, signal })) {
    onBatch(await reconciler.take(batch.files), batch.files)
    unreadable.push(...batch.unreadable.map((folder) => path.join(root.path, folder)))
    await setImmediate() // Calls and pictures go first.
    signal.throwIfAborted()
  }
  if (!(await isReachable(root.path))) return false
  const isHidden = cached((folderId: number) => {
    const folder = catalog.folders.pathOf(folderId)
    return unreadable.some((each) => folder === each || folder.startsWith(each + path.sep))
  })
  onBatch(
    reconciler.finish((file) => !isHidden(file.folderId)),
    [],
  )
  return true
}

function cached<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const value = values.get(key) ?? compute(key)
    values.set(key, value)
    return value
  }
}
