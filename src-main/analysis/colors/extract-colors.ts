import type { Color, Colors } from '../../contract/analysis/color.ts'
import type { Mask } from '../foreground/foreground-mask.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Raster } from '../photo/photo.ts'
import { ciede2000 } from '../../base/color/ciede2000.ts'
import { clusterColors, type WeightedColor } from './cluster-colors.ts'
import { collectBins, countOutside } from './collect-bins.ts'
import { labToRgb, rgbToLab, toHtmlCode } from '../../base/color/lab.ts'
import { nearestColor, type Palette } from '../../base/color/palette.ts'

/** Colours with a smaller share of their list than this, in percent, are left out. */
export const COLOR_PERCENT_THRESHOLD = 1.75
/** Longest side of the copy whose pixels are counted. */
export const COLOR_SIDE = 160
const MAX_COLORS = 12

/**
 * The parameters of the colour operation; 1 and 0 as in the interface. `deterministic` has no effect: there is one
 * algorithm, and it is deterministic.
 */
export type ColorOptions = {
  extract_overall_colors?: 0 | 1
  extract_object_colors?: 0 | 1
  overall_count?: number
  separated_count?: number
  deterministic?: 0 | 1
}

/**
 * The main colours of a picture, of its foreground and of its background; percentages are shares of each of these.
 * Without a mask there is no main object: the foreground is empty and the background is the picture. Throws a
 * RangeError for counts that are not whole numbers from 0.
 */
export function extractColors(raster: Raster, mask: Mask | null, palette: Palette, options: ColorOptions = {}): Colors {
  const overall = checkCount('overall_count', options.overall_count ?? 5)
  const separated = checkCount('separated_count', options.separated_count ?? 3)
  const bins = collectBins(shrinkRaster(raster, COLOR_SIDE), mask)
  const [pixels, inside] = [totalOf(bins.counts), totalOf(bins.foreground)]
  const clusters = (counts: Uint32Array): WeightedColor[] => clusterColors(bins.labs, counts)
  const list = (found: readonly WeightedColor[], total: number, count: number): Color[] =>
    describe(found, total, count, palette)
  const all = clusters(bins.counts)
  const isSplit = (options.extract_object_colors ?? 1) === 1
  return {
    image_colors: (options.extract_overall_colors ?? 1) === 1 ? list(all, pixels, overall) : [],
    foreground_colors: isSplit ? list(clusters(bins.foreground), inside, separated) : [],
    background_colors: isSplit
      ? list(inside === 0 ? all : clusters(countOutside(bins)), pixels - inside, separated)
      : [],
    color_variance: colorVariance(all),
    object_percentage: round((100 * inside) / pixels),
    color_percent_threshold: COLOR_PERCENT_THRESHOLD,
  }
}

/** Accepts -1 for "all of them". */
function checkCount(name: string, count: number): number {
  if (!Number.isInteger(count) || count < -1)
    throw new RangeError(`${name} is ${count}; it must be a whole number from 0, or -1 for all.`)
  return count === -1 ? MAX_COLORS : count
}

function describe(clusters: readonly WeightedColor[], total: number, count: number, palette: Palette): Color[] {
  return clusters
    .map((cluster) => ({ ...cluster, percent: (100 * cluster.weight) / total }))
    .filter(({ percent }) => percent >= COLOR_PERCENT_THRESHOLD)
    .slice(0, count)
    .map(({ lab, percent }) => {
      const [r, g, b] = labToRgb(lab)
      const { color, distance } = nearestColor(palette, rgbToLab(r, g, b))
      return {
        r,
        g,
        b,
        html_code: toHtmlCode([r, g, b]),
        closest_palette_color: color.name,
        closest_palette_color_html_code: color.html,
        closest_palette_color_parent: color.parent,
        closest_palette_distance: round(distance),
        percent: round(percent),
      }
    })
}

/**
 * Twice the expected CIEDE2000 between two random pixels, at most 100: 0 for one colour, 100 for half black and half
 * white.
 */
function colorVariance(clusters: readonly WeightedColor[]): number {
  const total = sum(clusters, ({ weight }) => weight)
  let expected = 0
  for (const a of clusters)
    for (const b of clusters) expected += (a.weight / total) * (b.weight / total) * ciede2000(a.lab, b.lab)
  return Math.min(100, Math.round(2 * expected))
}

const totalOf = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0)

const round = (value: number): number => (Number.isFinite(value) ? Math.round(value * 100) / 100 : 0)

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
