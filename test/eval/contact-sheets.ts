import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { Color } from '../../src-main/contract/analysis/color.ts'
import { cropPresets } from '../../src-main/contract/library/crop-presets.ts'
import type { Findings } from '../../src-main/analysis/photo/findings.ts'
import { colorDistance } from '../../src-main/indexes/distances.ts'
import { createVectorIndex } from '../../src-main/indexes/create-vector-index.ts'
import { suggestCroppings } from '../../src-main/analysis/croppings/suggest-crops.ts'
import { createStepRunner } from '../../src-main/analysis/pipeline/step-runner.ts'
import { createSteps } from '../../src-main/analysis/pipeline/create-steps.ts'
import { repositoryDir, resourcesDir } from '../fixtures/folders.ts'
import { listCoco, type CocoPhoto } from './coco.ts'
import { openModelSets, type ModelSet } from './figures.ts'

const ROW = 130
const WIDTH = 1040
type CachedDetections = { photo: CocoPhoto; findings: Findings }

/** Lays rows of pictures on one sheet. */
async function writeSheet(file: string, rows: readonly OverlayOptions[][], heading: string): Promise<void> {
  const title = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="24"><text x="6" y="17" font-size="15" font-family="sans-serif">${heading}</text></svg>`,
  )
  const placed = rows.flatMap((row, i) => row.map((item) => ({ ...item, top: 26 + i * (ROW + 6) })))
  await sharp({ create: { width: WIDTH, height: 26 + rows.length * (ROW + 6), channels: 3, background: 'white' } })
    .composite([{ input: title, left: 0, top: 0 }, ...placed])
    .png()
    .toFile(file)
}

const thumbnail = (path: string, width: number): Promise<Buffer> =>
  sharp(path).autoOrient().resize(width, ROW, { fit: 'contain', background: '#ddd' }).png().toBuffer()

/** The photo with its subjects outlined, then its crops at the four presets and at its own ratio. */
async function cropRow({ photo, findings }: CachedDetections): Promise<OverlayOptions[]> {
  const features = findings.saliencyFeatures!
  const colors = { face: 'red', object: 'yellow', salient: 'cyan' }
  const outlines = features.subjects.map(
    ({ box, kind, weight }) =>
      `<rect x="${box.x1}" y="${box.y1}" width="${box.x2 - box.x1}" height="${box.y2 - box.y1}" fill="none" stroke="${colors[kind]}" stroke-width="${2 + 4 * weight}"/>`,
  )
  const marked = await sharp(photo.path)
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${features.width}" height="${features.height}">${outlines.join('')}</svg>`,
        ),
      },
    ])
    .png()
    .toBuffer()
  const crops = [...suggestCroppings(features, cropPresets), ...suggestCroppings(features, [])]
  const pictures = await Promise.all(
    crops.map(({ x1, y1, x2, y2 }) =>
      sharp(photo.path)
        .extract({ left: x1, top: y1, width: x2 - x1, height: y2 - y1 })
        .resize({ height: ROW, width: 240, fit: 'inside' })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  )
  const row: OverlayOptions[] = [
    {
      input: await sharp(marked).resize(190, ROW, { fit: 'contain', background: '#ddd' }).png().toBuffer(),
      left: 0,
      top: 0,
    },
  ]
  let left = 196
  for (const { data, info } of pictures) {
    row.push({ input: data, left, top: 0 })
    left += info.width + 6
  }
  return row
}

function swatches(colors: readonly Color[], heading: string): Buffer {
  const cells = colors.map(
    ({ html_code, closest_palette_color, closest_palette_color_html_code, percent }, i) =>
      `<rect x="0" y="${16 + i * 22}" width="40" height="20" fill="${html_code}"/><rect x="40" y="${16 + i * 22}" width="16" height="20" fill="${closest_palette_color_html_code}"/><text x="60" y="${30 + i * 22}" font-size="11">${closest_palette_color} ${percent.toFixed(0)}%</text>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="${ROW}" font-family="sans-serif"><text x="0" y="11" font-size="11" font-weight="bold">${heading}</text>${cells.join('')}</svg>`,
  )
}

/** The photo, then its overall, foreground and background colours, each beside its palette colour. */
async function colorRow({ photo, findings }: CachedDetections): Promise<OverlayOptions[]> {
  const { image_colors, foreground_colors, background_colors, color_variance, object_percentage } = findings.colors!
  return [
    { input: await thumbnail(photo.path, 190), left: 0, top: 0 },
    { input: swatches(image_colors, `overall, variance ${color_variance}`), left: 200, top: 0 },
    { input: swatches(foreground_colors, `foreground, ${object_percentage}%`), left: 420, top: 0 },
    { input: swatches(background_colors, 'background'), left: 640, top: 0 },
  ]
}

/** A photo and its nearest neighbours with their distances. */
async function similarRows(
  seen: readonly CachedDetections[],
  vectorOf: (findings: Findings) => Float32Array,
  distance?: typeof colorDistance,
): Promise<OverlayOptions[][]> {
  const index = createVectorIndex(vectorOf(seen[0]!.findings).length, { distance })
  seen.forEach(({ findings }, id) => index.put(id, vectorOf(findings)))
  return Promise.all(
    seen
      .filter((_, i) => i % 9 === 4)
      .map(async ({ findings }) => {
        const hits = index.search(vectorOf(findings), { limit: 7 })
        const row = await Promise.all(
          hits.map(async ({ id, distance: apart }, i) => {
            const label = Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="145" height="${ROW}"><rect x="0" y="114" width="46" height="16" fill="white"/><text x="3" y="127" font-size="12" font-family="sans-serif">${apart.toFixed(3)}</text></svg>`,
            )
            return [
              { input: await thumbnail(seen[id]!.photo.path, 145), left: i * 148, top: 0 },
              { input: label, left: i * 148, top: 0 },
            ]
          }),
        )
        return row.flat()
      }),
  )
}

/** Writes the sheets of one set of models into a folder. */
export async function writeContactSheets({ name, models }: ModelSet, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const run = createStepRunner({ models, steps: createSteps(resourcesDir) })
  const seen: CachedDetections[] = []
  for (const photo of listCoco()) {
    const outcome = await run({ path: photo.path, steps: ['faces', 'croppings', 'colors', 'embedding'] })
    if (outcome.ok) seen.push({ photo, findings: outcome.findings })
  }
  const some = seen.filter((_, i) => i % 5 === 0)
  for (const half of [0, 1]) {
    const part = some.slice(half * 13, half * 13 + 13)
    await writeSheet(
      join(folder, `crops-${name}-${half + 1}.png`),
      await Promise.all(part.map(cropRow)),
      `Crops 1:1, 4:5, 16:9, 9:16, own ratio; ${name} models. Red faces, yellow objects, cyan salient.`,
    )
    await writeSheet(
      join(folder, `colors-${name}-${half + 1}.png`),
      await Promise.all(part.map(colorRow)),
      `Colours found and the nearest of the palette; ${name} models`,
    )
  }
  await writeSheet(
    join(folder, `similar-content-${name}.png`),
    await similarRows(seen, (findings) => findings.embedding!.vector),
    `Nearest by content; ${name} models`,
  )
  await writeSheet(
    join(folder, `similar-colors-${name}.png`),
    await similarRows(seen, (findings) => findings.colorVector!, colorDistance),
    'Nearest by colours',
  )
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(repositoryDir, 'test-results', 'contact-sheets')
  for (const set of openModelSets()) {
    await writeContactSheets(set, folder)
    await set.models.close()
  }
}
