import type { Color } from '../../src-main/contract/analysis/color.ts'
import { ciede2000 } from '../../src-main/base/color/ciede2000.ts'
import { extractColors } from '../../src-main/analysis/colors/extract-colors.ts'
import { rgbToLab } from '../../src-main/base/color/lab.ts'
import { loadPalette } from '../../src-main/base/color/palette.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { findForeground } from '../../src-main/analysis/foreground/find-foreground.ts'
import type { Mask } from '../../src-main/analysis/foreground/foreground-mask.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { listCoco, readMask } from './coco.ts'
import { figure, median, printFigures, type Figure, type ModelSet } from './figures.ts'

const apart = (a: Color, b: Color): number => ciede2000(rgbToLab(a.r, a.g, a.b), rgbToLab(b.r, b.g, b.b))

/** The baseline for a foreground: an ellipse in the middle, half as wide and high as the picture. */
function middleOf({ width, height }: Mask): Mask {
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.5]
    return x * x + y * y < 1 / 9 ? 255 : 0
  })
  return { width, height, data }
}

/** The foreground's colours against those inside people's masks, compared with a plain ellipse in the middle. */
export async function evaluateColors({ name, models }: ModelSet): Promise<Figure[]> {
  const palette = loadPalette(resourcesDir)
  const found = { dominant: [] as number[], middle: [] as number[], background: [] as number[], ms: [] as number[] }
  for (const { path, subject } of listCoco()) {
    if (!subject) continue
    const [photo, truth] = [await decodePhoto(path), await readMask(subject.maskPath)]
    const mask = await findForeground({ photo, models, found: {}, detections: createCachedDetections(photo, models) })
    const expected = extractColors(photo.pixels, truth, palette)
    const began = performance.now()
    const colors = extractColors(photo.pixels, mask, palette)
    found.ms.push(performance.now() - began)
    const dominant = (list: readonly Color[]): number =>
      list[0] ? apart(list[0], expected.foreground_colors[0]!) : 100
    found.dominant.push(dominant(colors.foreground_colors))
    found.middle.push(dominant(extractColors(photo.pixels, middleOf(truth), palette).foreground_colors))
    if (colors.background_colors[0] && expected.background_colors[0])
      found.background.push(apart(colors.background_colors[0], expected.background_colors[0]))
  }
  if (found.dominant.length === 0) return []
  return [
    figure('dominant foreground colour, median CIEDE2000', name, median(found.dominant), {
      most: 8,
      note: `an ellipse in the middle: ${median(found.middle).toFixed(2)}`,
    }),
    figure('dominant background colour, median CIEDE2000', name, median(found.background)),
    figure('extracting colours, median ms', name, median(found.ms)),
  ]
}

if (import.meta.main) await printFigures(evaluateColors)
