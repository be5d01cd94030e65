import type { PhotoFilter } from '../../../contract/library/query.ts'
import { type Bits, keepOnly } from '../columns/bits.ts'
import {
  colorDistance,
  lightnessToLuminance,
  luminance,
  MAX_LIGHTNESS_WEIGHT,
  rgbToLab,
} from '../search/color-distance.ts'
import type { PackedLists } from '../columns/packed-lists.ts'

type ColorFilter = NonNullable<PhotoFilter['color']>

/**
 * Keeps photos that have a main colour near the wanted one. Luminance, three table look-ups, rules most colours out:
 * a colour that differs too much in lightness alone differs too much.
 */
export function keepNearColor(bits: Bits, colors: PackedLists, { html, distance, share }: ColorFilter) {
  const wanted = rgbToLab(...parseHtml(html))
  const reach = distance * MAX_LIGHTNESS_WEIGHT + 1e-6
  const darkest = lightnessToLuminance(wanted.l - reach) - 1e-9
  const lightest = lightnessToLuminance(wanted.l + reach) + 1e-9
  const leastShare = Math.ceil(share * 2 - 1e-6)
  const data = colors.data()
  const isNear = (color: number) => {
    if (color >>> 24 < leastShare) return false
    const [r, g, b] = [(color >>> 16) & 255, (color >>> 8) & 255, color & 255]
    const light = luminance(r, g, b)
    return light >= darkest && light <= lightest && colorDistance(wanted, rgbToLab(r, g, b)) <= distance
  }
  keepOnly(bits, (slot) => {
    for (let i = colors.start(slot), end = colors.end(slot); i < end; i++) if (isNear(data[i] ?? 0)) return true
    return false
  })
}

function parseHtml(html: string): [number, number, number] {
  const value = Number.parseInt(html.slice(1), 16)
  return [(value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}
