import { ciede2000, MAX_LIGHTNESS_WEIGHT } from '../../../color/ciede2000.ts'
import { fromHtmlCode, luminanceOf, luminanceOfLightness, rgbToLab } from '../../../color/lab.ts'
import type { PhotoFilter } from '../../../contract/library/query.ts'
import { keepOnly } from '../columns/bits.ts'
import { colorList } from '../findings/colors.ts'
import type { Filter } from './filter.ts'

/** A main colour near the wanted one that covers enough of the picture. */
export const color = {
  fields: ['color'],
  keep: (photos, { color: wanted }, { index }) => {
    if (!wanted) return
    const isNear = nearColor(wanted)
    const colors = index.lists(colorList)
    const data = colors.data()
    keepOnly(photos, (slot) => {
      for (let i = colors.start(slot), end = colors.end(slot); i < end; i++) if (isNear(data[i] ?? 0)) return true
      return false
    })
  },
} satisfies Filter

/**
 * The test of one encoded colour. Luminance, three table look-ups, rules most colours out: a colour that differs too
 * much in lightness alone differs too much.
 */
function nearColor({ html, distance, share }: NonNullable<PhotoFilter['color']>): (encoded: number) => boolean {
  const wanted = rgbToLab(...fromHtmlCode(html))
  const reach = distance * MAX_LIGHTNESS_WEIGHT + 1e-6
  const darkest = luminanceOfLightness(wanted[0] - reach) - 1e-9
  const lightest = luminanceOfLightness(wanted[0] + reach) + 1e-9
  const minShare = Math.ceil(share * 2 - 1e-6)
  return (encoded) => {
    if (encoded >>> 24 < minShare) return false
    const [r, g, b] = [(encoded >>> 16) & 255, (encoded >>> 8) & 255, encoded & 255]
    const light = luminanceOf(r, g, b)
    return light >= darkest && light <= lightest && ciede2000(wanted, rgbToLab(r, g, b)) <= distance
  }
}
