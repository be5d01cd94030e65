import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { croppingsStep } from '../../src-main/analysis/croppings/croppings-step.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { Findings } from '../../src-main/analysis/photo/findings.ts'
import type { Raster } from '../../src-main/analysis/photo/photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { sharpnessStep } from '../../src-main/analysis/sharpness/sharpness-step.ts'
import { blurAround, gaussianBlur, maskAround, motionBlur, shotOf } from './blurred.ts'
import { listCoco, type CocoPhoto } from './coco.ts'
import { figure, mean, median, printFigures, type Figure, type ModelSet } from './figures.ts'
import { spearman } from './rank-correlation.ts'

/** Widths of Gaussian blur in pixels, from none on. Kernels under half a pixel change next to nothing. */
const SIGMAS = [0, 0.6, 0.9, 1.3, 2, 3]
/** Lengths of motion blur in pixels. */
const LENGTHS = [3, 5, 9]
/** Directions of the longest motion, in degrees. */
const DIRECTIONS = [0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5]
/** Blur of a subject, or of its surroundings. */
const PART_SIGMA = 1.5

type Marks = { subject: number; faces: { face: number | null; eyes: number | null }[] }
type Measure = (raster: Raster) => Promise<Marks>
/** The marks of one photo unchanged, then with more and more blur. */
type Series = { gaussian: Marks[]; motion: Marks[]; turned: Marks[] }

/** Measures versions of a photo with the models' findings in the photo itself, as frames of a burst show the same. */
async function measureOf(path: string, models: Models): Promise<{ pixels: Raster; measure: Measure }> {
  const photo = await decodePhoto(path)
  const found: Findings = {}
  const context = { photo, models, found, detections: createCachedDetections(photo, models) }
  for (const step of [facesStep, croppingsStep])
    if (step.isAboutFile !== true) Object.assign(found, await step.run(context))
  const measure: Measure = async (raster) => {
    const { sharpness } = await sharpnessStep.run({ ...context, photo: { ...photo, pixels: raster } })
    return sharpness ?? { subject: 0, faces: [] }
  }
  return { pixels: photo.pixels, measure }
}

/** Each version is a separate shot: another exposure, other noise, written as JPEG. */
async function seriesOf({ path }: CocoPhoto, models: Models): Promise<Series> {
  const { pixels, measure } = await measureOf(path, models)
  const shots = async (versions: readonly (Raster | Promise<Raster>)[]) => {
    const marks: Marks[] = []
    for (const [at, version] of versions.entries()) marks.push(await measure(await shotOf(await version, at)))
    return marks
  }
  return {
    gaussian: await shots(SIGMAS.map((sigma) => gaussianBlur(pixels, sigma))),
    motion: await shots([pixels, ...LENGTHS.map((length) => motionBlur(pixels, length))]),
    turned: await shots([pixels, ...DIRECTIONS.map((degrees) => motionBlur(pixels, LENGTHS.at(-1)!, degrees))]),
  }
}

type Read = (marks: Marks) => (number | null)[]
const readers: readonly (readonly [string, Read])[] = [
  ['subject', ({ subject }) => [subject]],
  ['faces', ({ faces }) => faces.map(({ face }) => face)],
  ['eyes', ({ faces }) => faces.map(({ eyes }) => eyes)],
]

/** The marks of each thing measured in all versions, from the sharpest version on. */
const rowsOf = (versions: readonly Marks[], read: Read): number[][] =>
  read(versions[0]!)
    .map((_, thing) => versions.map((version) => read(version)[thing] ?? null))
    .filter((row): row is number[] => row.every((mark) => mark !== null))

/** Share of pairs of one row in which the less blurred one has the larger mark; equal marks count half. */
function ordered(rows: readonly (readonly number[])[]): number {
  const pairs = rows.flatMap((row) =>
    row.flatMap((sharper, at) => row.slice(at + 1).map((other) => (sharper > other ? 1 : sharper === other ? 0.5 : 0))),
  )
  return mean(pairs)
}

/** Share of pairs of the first version and another in which the first has the larger mark; equal marks count half. */
const aboveOthers = (rows: readonly (readonly number[])[]): number =>
  mean(rows.flatMap(([first, ...others]) => others.flatMap((other) => ordered([[first!, other]]))))

function figuresOf(series: readonly Series[], set: string): Figure[] {
  return readers.flatMap(([what, read]) => {
    const gaussian = series.flatMap((each) => rowsOf(each.gaussian, read))
    const motion = series.flatMap((each) => rowsOf(each.motion, read))
    const turned = series.flatMap((each) => rowsOf(each.turned, read))
    const widths = gaussian.flatMap((row) => row.map((_, at) => -SIGMAS[at]!))
    const note = `${gaussian.length} rows; medians ${SIGMAS.map((sigma, at) => `${sigma}: ${median(gaussian.map((row) => row[at]!))}`).join(', ')}`
    return [
      figure(`sharpness of ${what}, pairs ordered rightly`, set, ordered(gaussian), { least: 0.95, note }),
      figure(`sharpness of ${what}, motion blur, pairs`, set, ordered(motion), { least: 0.95 }),
      figure(`sharpness of ${what}, above its motion in eight directions`, set, aboveOthers(turned), {
        least: 0.98,
        note: `medians ${DIRECTIONS.map((degrees, at) => `${degrees}°: ${median(turned.map((row) => row[at + 1]!))}`).join(', ')}`,
      }),
      figure(`sharpness of ${what}, rank correlation over photos`, set, spearman(widths, gaussian.flat()), {
        least: 0.85,
      }),
    ]
  })
}

/** Whether the mark is that of the subject: it falls if the subject is blurred, and hardly if the rest is. */
async function partFigures(photos: readonly CocoPhoto[], { name, models }: ModelSet): Promise<Figure[]> {
  const changes: { subject: number; ground: number }[] = []
  for (const { path, subject } of photos) {
    if (subject === null || subject.area < 0.03 || subject.area > 0.6) continue
    const { pixels, measure } = await measureOf(path, models)
    const mask = await maskAround(subject, pixels)
    const blurred = await gaussianBlur(pixels, PART_SIGMA)
    const markOf = async (raster: Raster) => (await measure(await shotOf(raster, 0))).subject
    const whole = await markOf(pixels)
    const ground = await markOf(blurAround(pixels, mask, blurred, 'ground'))
    const own = await markOf(blurAround(pixels, mask, blurred, 'subject'))
    changes.push({ subject: whole - own, ground: whole - ground })
  }
  const share = mean(changes.map(({ subject, ground }) => Number(subject > ground)))
  const note = `${changes.length} photos; marks lost at the median ${median(changes.map((each) => each.subject))}, with the ground blurred ${median(changes.map((each) => each.ground))}`
  return [figure('sharpness goes by the subject, not by the ground', name, share, { least: 0.75, note })]
}

/** Constants were fitted on even photos; the figures are of odd ones. */
export async function evaluateSharpness(set: ModelSet): Promise<Figure[]> {
  const odd = listCoco().filter((_, at) => at % 2 === 1)
  if (odd.length === 0) return []
  const series: Series[] = []
  for (const photo of odd) series.push(await seriesOf(photo, set.models))
  return [...figuresOf(series, set.name), ...(await partFigures(odd, set))]
}

if (import.meta.main) await printFigures(evaluateSharpness)
