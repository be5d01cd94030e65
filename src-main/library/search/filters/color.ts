import { LRUCache } from 'lru-cache'
import { ciede2000 } from '../../../base/color/ciede2000.ts'
import { fromHtmlCode, rgbToLab } from '../../../base/color/lab.ts'
import { NearColors } from '../../../base/color/near-colors.ts'
import { hueDifferenceTo } from '../../../contract/library/search/color-nearness.ts'
import { readColors, type WantedColor } from '../../../contract/library/search/colors.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { type Bits, countBits, forEachBit, unite } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { atOnce, type Slices } from '../columns/slices.ts'
import { colorList } from '../../queue/rows/findings/colors.ts'
import { faceCount } from './faces.ts'
import type { Filter } from './filter.ts'

/** Main colours near the wanted ones, each of which covers enough of the picture. */
export const color = {
  fields: ['color'],
  columns: [faceCount],
  isCostly: true,
  terms: [
    {
      field: searchFields.color,
      *find({ values }, { index }) {
        const found = index.noSlots()
        for (const value of values) unite(found, yield* withColors(index, readColors(value)))
        return found
      },
      nearness: ({ values }, { index }) => {
        const nearest = new Map<number, number>()
        for (const value of values)
          for (const [slot, part] of nearnessTo(index, readColors(value)))
            nearest.set(slot, Math.min(part, nearest.get(slot) ?? Infinity))
        return nearest
      },
    },
  ],
  *keep(photos, { color: wanted }, { index }) {
    if (wanted) yield* keepNear(photos, index, wanted)
  },
} satisfies Filter

/** Words of a set between two places where work may pause: 16,384 photos. */
const SLICE = 512

/** From this many photos on, colours are judged by a table. */
const MANY = 100_000

/** What decides whether a colour is near, and by how much it differs; red, green and blue are in the lower 24 bits. */
type Measure = {
  prepare(): Slices<void>
  has(color: number, hasFaces: boolean): boolean
  differenceOf(color: number, hasFaces: boolean): number
}

/** The latest colours: after a change few photos are judged, and their tables are still cached. */
const measures = new LRUCache<string, Measure>({ max: 4 })

function measureOf(html: string, distance: number): Measure {
  const key = `${html} ${distance}`
  const measure = measures.get(key) ?? measureHue(html, distance) ?? measureDistance(html, distance)
  measures.set(key, measure)
  return measure
}

function measureHue(html: string, distance: number): Measure | null {
  const differenceOf = hueDifferenceTo(html)
  if (differenceOf === null) return null
  return { *prepare() {}, has: (color, hasFaces) => differenceOf(color, hasFaces) <= distance, differenceOf }
}

function measureDistance(html: string, distance: number): Measure {
  const lab = rgbToLab(...fromHtmlCode(html))
  const near = new NearColors(lab, distance)
  return {
    prepare: () => near.prepare(),
    has: (color) => near.has(color),
    differenceOf: (color) => ciede2000(lab, rgbToLab((color >>> 16) & 255, (color >>> 8) & 255, color & 255)),
  }
}

/** A share in percent in the half percents of the stored colours. */
const minShareOf = (share: number) => Math.ceil(share * 2 - 1e-6)

/** Photos with every one of the colours; none if there are no colours. */
function* withColors(index: PhotoIndex, wanted: readonly WantedColor[] | null): Slices<Bits> {
  if (wanted === null) return index.noSlots()
  const photos = index.live.slice()
  for (const each of wanted) yield* keepNear(photos, index, each)
  return photos
}

/**
 * Keeps photos with a main colour near the wanted one that alone covers enough of the picture. Reads the lists once, in
 * plain loops, since windows wait for this.
 */
function* keepNear(photos: Bits, index: PhotoIndex, { html, distance, share }: WantedColor): Slices<void> {
  const measure = measureOf(html, distance)
  if (countBits(photos) > MANY) yield* measure.prepare()
  const minShare = minShareOf(share)
  const faces = index.values(faceCount)
  const colors = index.lists(colorList)
  const data = colors.data()
  const { starts, counts } = colors.places()
  const mark = (at: number) => {
    let kept = 0
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const lowest = word & -word
      const slot = (at << 5) + 31 - Math.clz32(lowest)
      const start = starts[slot]!
      for (let i = start, end = start + counts[slot]!; i < end; i++) {
        if (data[i]! >>> 24 < minShare || !measure.has(data[i]!, faces[slot]! > 0)) continue
        kept |= lowest
        break
      }
    }
    photos[at] = kept
  }
  for (let at = 0; at < photos.length;) {
    for (const end = Math.min(photos.length, at + SLICE); at < end; at++) mark(at)
    yield
  }
}

/**
 * How near the photos with every one of the colours are, by slot: 0 the same colour, 1 the given distance. A photo is
 * as near as the colour that it matches least.
 */
function nearnessTo(index: PhotoIndex, wanted: readonly WantedColor[] | null): Map<number, number> {
  const nearest = new Map<number, number>()
  const colors = index.lists(colorList)
  const data = colors.data()
  const { starts, counts } = colors.places()
  const faces = index.values(faceCount)
  const sides = (wanted ?? []).map(({ html, distance, share }) => ({
    measure: measureOf(html, distance),
    distance,
    minShare: minShareOf(share),
  }))
  forEachBit(atOnce(withColors(index, wanted)), (slot) => {
    let farthest = 0
    for (const { measure, distance, minShare } of sides) {
      let min = distance
      for (let i = starts[slot]!, end = i + counts[slot]!; i < end; i++)
        if (data[i]! >>> 24 >= minShare && measure.has(data[i]!, faces[slot]! > 0))
          min = Math.min(min, measure.differenceOf(data[i]!, faces[slot]! > 0))
      farthest = Math.max(farthest, distance === 0 ? 0 : min / distance)
    }
    nearest.set(slot, farthest)
  })
  return nearest
}
