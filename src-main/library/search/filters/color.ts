import { LRUCache } from 'lru-cache'
import { fromHtmlCode, rgbToLab } from '../../../base/color/lab.ts'
import { NearColors } from '../../../base/color/near-colors.ts'
import { readColors, type WantedColor } from '../../../contract/library/search/colors.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { type Bits, countBits, unite } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Slices } from '../columns/slices.ts'
import { colorList } from '../../queue/rows/findings/colors.ts'
import type { Filter } from './filter.ts'

/** Main colours near the wanted ones, each of which covers enough of the picture. */
export const color = {
  fields: ['color'],
  isCostly: true,
  terms: [
    {
      field: searchFields.color,
      *find({ values }, { index }) {
        const found = index.noSlots()
        for (const value of values) unite(found, yield* withColors(index, readColors(value)))
        return found
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

/** The latest colours: after a change few photos are judged, and their tables are still cached. */
const tables = new LRUCache<string, NearColors>({ max: 4 })

function nearColors(html: string, distance: number): NearColors {
  const key = `${html} ${distance}`
  const table = tables.get(key) ?? new NearColors(rgbToLab(...fromHtmlCode(html)), distance)
  tables.set(key, table)
  return table
}

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
  const near = nearColors(html, distance)
  if (countBits(photos) > MANY) yield* near.prepare()
  const minShare = Math.ceil(share * 2 - 1e-6)
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
        if (data[i]! >>> 24 < minShare || !near.has(data[i]!)) continue
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
