import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { image, tensor3d, tidy } from '@tensorflow/tfjs-core'
import sharp from 'sharp'
import { bundledModels } from '../../build/models/bundled-models.ts'
import { openReference } from '../../build/models/check/reference.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { resizeAligned } from '../../src-main/analysis/models/adapters/resize-aligned.ts'
import { sharedPhotos } from '../fixtures/shared.ts'
import { listCoco } from './coco.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'

const SIDE = 224
const classes = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const

/** The photos of objects, of orientations and of near-duplicates. */
function listPhotos(): string[] {
  const more = ['exif-orientation', 'similar'].flatMap((folder) => {
    const path = join(sharedPhotos() ?? '', folder)
    return readdirSync(path)
      .filter((name) => name.endsWith('.jpg') && !name.includes('corrupt'))
      .map((name) => join(path, name))
  })
  return [...listCoco().map(({ path }) => path), ...more]
}

/** The complete picture squashed like in nsfwjs: bilinear with aligned corners, without averaging. */
async function squash(path: string): Promise<Uint8Array> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Uint8Array.from(
    tidy(() =>
      image.resizeBilinear(tensor3d(data, [info.height, info.width, 3], 'float32'), [SIDE, SIDE], true).dataSync(),
    ),
    Math.round,
  )
}

const apart = (a: readonly number[], b: Float32Array): number =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)))

/**
 * The five shares of the engine beside those of the original weights in TensorFlow.js: of the same pixels, and with the
 * resizing of nsfwjs.
 */
export async function evaluateNsfw({ name, models }: ModelSet): Promise<Figure[]> {
  const classifier = await models.get('nsfw')
  if (listCoco().length === 0 || !classifier) return []
  const reference = await openReference(bundledModels.find((model) => model.name === 'nsfwjs')!)
  const differences: { same: number; whole: number; isWhole: boolean; isWide: boolean }[] = []
  for (const path of listPhotos()) {
    const photo = await decodePhoto(path)
    const scores = await classifier.classify(photo)
    const ours = classes.map((label) => scores[label])
    const samePixels = reference.run(resizeAligned(photo.pixels, SIDE))['shares']!
    differences.push({
      same: apart(ours, samePixels),
      whole: apart(ours, reference.run(await squash(path))['shares']!),
      isWhole: photo.pixels.width === photo.width,
      isWide: photo.wide !== undefined,
    })
  }
  reference.dispose()
  const wholeOf = (isWide: boolean) =>
    differences.filter((one) => one.isWhole && one.isWide === isWide).map((one) => one.whole)
  const [whole, wide] = [wholeOf(false), wholeOf(true)]
  const shrunk = differences.filter(({ isWhole }) => !isWhole).map((one) => one.whole)
  return [
    figure('nsfw: largest difference from nsfwjs', name, Math.max(...whole), {
      most: 0.02,
      note: `${whole.length} photos of at most 640 px in sRGB, each with its own resizing`,
    }),
    figure('nsfw: the same, photos with more colours than sRGB', name, Math.max(...wide), {
      most: 0.02,
      note: `${wide.length} photos, mean ${mean(wide).toFixed(4)}; ours are rounded to Display P3 on the way to sRGB`,
    }),
    figure('  the weights alone, on the same pixels', name, Math.max(...differences.map((one) => one.same)), {
      note: `${differences.length} photos`,
    }),
    figure('  photos that the decoder has shrunk', name, shrunk.length === 0 ? 0 : Math.max(...shrunk), {
      note: `${shrunk.length} photos, mean ${shrunk.length === 0 ? 0 : mean(shrunk).toFixed(3)}; nsfwjs skips pixels there`,
    }),
  ]
}

if (import.meta.main) await printFigures(evaluateNsfw)
