import type { PhotoMetadata } from '../../../../src-main/contract/library/photo.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { metadata, openWithRoot } from '../../catalog/library.ts'

export type Shot = { at: number; camera?: string } & Partial<PhotoMetadata>

/** A catalogue of unstacked photos, each given by its time in seconds after noon, with fractions. */
export function openWithShots(folder?: string) {
  const opened = openWithRoot(folder)
  let made = 0
  const shoot = (...shots: (number | Shot)[]): number[] => {
    const ids = opened.add(...shots.map(() => `${String(++made).padStart(4, '0')}.jpg`))
    shots.forEach((shot, i) => tell(opened.catalog, ids[i]!, typeof shot === 'number' ? { at: shot } : shot))
    return ids
  }
  return { ...opened, shoot }
}

/** Sets when a photo was taken and with what. */
export function tell(catalog: Catalog, id: number, { at, camera = 'Camera', ...more }: Shot): void {
  const takenAt = new Date(Date.UTC(2024, 5, 1, 12) + Math.floor(at) * 1000).toISOString().slice(0, 19)
  const subsec = at % 1 === 0 ? null : String(at % 1).slice(2, 5)
  const read = metadata({ takenAt, subsec, cameraModel: camera, ...more })
  catalog.files.saveMetadata([{ id, metadata: read, width: 600, height: 400 }])
}

/** Finds all stacks, a few photos at a time. */
export function arrange(catalog: Catalog, limit = 3): number[] {
  const changed: number[] = []
  while (catalog.stacks.hasDue()) changed.push(...catalog.stacks.arrange(limit).changed)
  return changed
}

/** Stacks as sets of ids, ordered by their first ids; single photos are left out. */
export function stacksOf(catalog: Catalog, ids: readonly number[]): number[][] {
  const tiles = catalog.photos.tiles(ids).filter(({ stack }) => stack !== undefined)
  return [...Map.groupBy(tiles, ({ stack }) => stack).values()]
    .map((frames) => frames.map(({ id }) => id))
    .filter((frames) => frames.length > 1)
}
