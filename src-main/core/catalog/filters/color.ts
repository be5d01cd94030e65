import { ciede2000, MAX_LIGHTNESS_WEIGHT } from '../../../color/ciede2000.ts'
import { fromHtmlCode, luminanceOf, luminanceOfLightness, rgbToLab } from '../../../color/lab.ts'
import { readColors, type WantedColor } from '../../../contract/library/search/colors.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { type Bits, keepOnly, unite } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { colorList } from '../findings/colors.ts'
import type { Filter } from './filter.ts'

/** Main colours near the wanted ones, each of which covers enough of the picture. */
export const color = {
  fields: ['color'],
  terms: [
    {
      field: searchFields.color,
      find: ({ values }, { index }) => {
        const found = index.noSlots()
        for (const value of values) unite(found, withColors(index, readColors(value)))
        return found
      },
    },
  ],
  keep: (photos, { color: wanted }, { index }) => {
    if (wanted) keepNear(photos, index, wanted)
  },
} satisfies Filter

/** Photos that have every one of the colours; none where no colours are meant. */
function withColors(index: PhotoIndex, wanted: readonly WantedColor[] | null): Bits {
  if (wanted === null) return index.noSlots()
  const photos = index.live.slice()
  for (const each of wanted) keepNear(photos, index, each)
  return photos
}

/** Keeps photos with a main colour near the wanted one that alone covers enough of the picture. */
function keepNear(photos: Bits, index: PhotoIndex, wanted: WantedColor): void {
  const isNear = nearColor(wanted)
  const minShare = Math.ceil(wanted.share * 2 - 1e-6)
  const colors = index.lists(colorList)
  const data = colors.data()
  keepOnly(photos, (slot) => {
    for (let i = colors.start(slot), end = colors.end(slot); i < end; i++) {
      const encoded = data[i] ?? 0
      if (encoded >>> 24 >= minShare && isNear(encoded)) return true
    }
    return false
  })
}

/**
 * The test of one encoded colour. Luminance, three table look-ups, rules most colours out: a colour that differs too
 * much in lightness alone differs too much.
 */
function nearColor({ html, distance }: WantedColor): (encoded: number) => boolean {
  const wanted = rgbToLab(...fromHtmlCode(html))
  const reach = distance * MAX_LIGHTNESS_WEIGHT + 1e-6
  const darkest = luminanceOfLightness(wanted[0] - reach) - 1e-9
  const lightest = luminanceOfLightness(wanted[0] + reach) + 1e-9
  return (encoded) => {
    const [r, g, b] = [(encoded >>> 16) & 255, (encoded >>> 8) & 255, encoded & 255]
    const light = luminanceOf(r, g, b)
    return light >= darkest && light <= lightest && ciede2000(wanted, rgbToLab(r, g, b)) <= distance
  }
}
