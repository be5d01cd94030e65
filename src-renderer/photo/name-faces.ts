import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { PhotoDetail, PhotoRegion } from '../../src-main/contract/library/photo.ts'

type Sides = { left: number; top: number; right: number; bottom: number }

/** Boxes that share this much of what they cover together are of one face. */
const SAME_FACE = 0.3

/** The name that the file, or another program, gives a face that was found; empty where nobody named it. */
export function nameOfFace(face: Face, detail: Pick<PhotoDetail, 'width' | 'height' | 'metadata'>): string {
  const named = detail.metadata.regions.filter(({ type, name }) => type === 'face' && name !== null && name !== '')
  const box = sidesOfFace(face)
  const best = named
    .map((region) => ({ name: region.name ?? '', overlap: overlapOf(box, sidesOfRegion(region, detail)) }))
    .toSorted((a, b) => b.overlap - a.overlap)[0]
  return best && best.overlap >= SAME_FACE ? best.name : ''
}

const sidesOfFace = ({ coordinates: { xmin, ymin, width, height } }: Face): Sides => ({
  left: xmin,
  top: ymin,
  right: xmin + width,
  bottom: ymin + height,
})

const sidesOfRegion = (region: PhotoRegion, { width, height }: { width: number; height: number }): Sides => ({
  left: region.x * width,
  top: region.y * height,
  right: (region.x + region.width) * width,
  bottom: (region.y + region.height) * height,
})

/** What two boxes share, as a part of what they cover together, 0 to 1. */
export function overlapOf(a: Sides, b: Sides): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const shared = Math.max(0, width) * Math.max(0, height)
  const area = ({ left, top, right, bottom }: Sides): number => (right - left) * (bottom - top)
  const together = area(a) + area(b) - shared
  return together > 0 ? shared / together : 0
}
