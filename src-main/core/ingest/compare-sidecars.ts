import type { Catalog, RootRow } from '../catalog/catalog.ts'
import { FolderSidecars, sidecarKeyOf } from '../metadata/sidecar-paths.ts'
import type { WalkBatch } from './reconcile/found-file.ts'

/**
 * Has photos read again whose sidecars changed while nobody watched, in the folders that a walk has left; returns how
 * many.
 */
export function compareSidecars(
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
