import { type Compared, OutsidePictureId, Region } from '../../src-main/contract/library/similar.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/**
 * Writes what others are compared with as a part of an address: `12`, `12,15`, `12@0.1,0.2,0.5,0.5`, `picture-0a1b…`.
 */
export function writeCompared(to: Compared): string {
  if ('photoIds' in to) return to.photoIds.join(',')
  if ('pictureId' in to) return `picture-${to.pictureId}`
  const { left, top, width, height } = to.region
  return `${to.photoId}@${[left, top, width, height].map((share) => Number(share.toFixed(4))).join(',')}`
}

/** Reads such a part; null if it contains nothing that can be compared. */
export function readCompared(text: string): Compared | null {
  const [, pictureId] = /^picture-(.*)$/.exec(text) ?? []
  if (pictureId !== undefined) return OutsidePictureId.safeParse(pictureId).success ? { pictureId } : null
  const [, photo = '', part] = /^([^@]*)(?:@(.*))?$/.exec(text) ?? []
  const photoIds = photo.split(',').map(Number)
  if (photoIds.some((id) => !Number.isSafeInteger(id) || id < 1)) return null
  if (part === undefined) return { photoIds }
  const [left, top, width, height] = part.split(',').map(Number)
  const region = Region.safeParse({ left, top, width, height })
  return region.success && photoIds.length === 1 ? { photoId: photoIds[0]!, region: region.data } : null
}

/** The library's photos among what is compared. */
export function comparedIds(to: Compared): readonly PhotoId[] {
  if ('photoIds' in to) return to.photoIds
  return 'photoId' in to ? [to.photoId] : []
}
