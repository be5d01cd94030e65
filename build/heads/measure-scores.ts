import {
  normalAlong,
  quartilesAlong,
  type Background,
  type Calibration,
} from '../../src-main/analysis/classifiers/background.ts'
import { findDirection } from '../../src-main/analysis/classifiers/train-tag-head.ts'
import { dot } from '../../src-main/analysis/vectors/unit-vector.ts'
import { fitCalibration, type Point } from './fit-tag-calibration.ts'
import type { LabelledPhotos } from './labelled-photos.ts'

const COUNTS = [1, 2, 3, 4, 5]
const DRAWS = 4
const FOLDS = 4
/**
 * A name is learned if at least one photo beside its examples has it, and tested among at least this many that lack it.
 */
const MIN_OTHERS = 4

/** A tag to learn: statistics without its test photos, its examples, and its test photos. */
type Task = { known: Background; examples: Float32Array[]; with: Float32Array[]; without: Float32Array[] }
type Describe = (rows: readonly Float32Array[]) => Background
type Shape = Background['shape']

/**
 * Measures the distribution of learned tags' scores, and how they become chances; each name of a thing or kind is a
 * tag. Shape and distances are those among mixed photos. The calibration is halfway between the fit to mixed photos and
 * the fit to these together with photos all of one kind, where everything lies towards the examples. It promises too
 * little to the one and too much to the other.
 */
export function measureScores(photos: LabelledPhotos, describe: Describe): { shape: Shape; calibration: Calibration } {
  const [mixed, alike] = [mixedTasks(photos, describe), tasksOfOneKind(photos, describe)]
  const shape = meanShape(mixed.map(shapeAlong))
  const shaped = (tasks: readonly Task[], calibration?: Calibration) =>
    tasks.map((task) => ({ ...task, known: { ...task.known, shape, calibration } }))
  const lying = measureDistances(shaped(mixed))
  const unfitted: Calibration = { slope: 1, base: 0, ...lying }
  const [points, others] = [shaped(mixed, unfitted).flatMap(pointsOf), shaped(alike, unfitted).flatMap(pointsOf)]
  const [first, second] = [fitCalibration(points), fitCalibration([...points, ...others])]
  return { shape, calibration: { slope: mean([first[0], second[0]]), base: mean([first[1], second[1]]), ...lying } }
}

/** Names are learned from three quarters of the photos, which are also the statistics, and tested on the fourth. */
function mixedTasks({ rows, things, kinds }: LabelledPhotos, describe: Describe): Task[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const [own, out] = [
      [...rows.keys()].filter((n) => n % FOLDS !== fold),
      [...rows.keys()].filter((n) => n % FOLDS === fold),
    ]
    const known = describe(own.map((n) => rows[n]!))
    return learnNames(
      known,
      rows,
      rows.map((_, n) => [...things[n]!, ...kinds[n]!]),
      own,
      out,
    )
  })
}

/** Names are learned from photos of one kind and tested on others of it, with statistics of all other photos. */
function tasksOfOneKind({ rows, things, kinds }: LabelledPhotos, describe: Describe): Task[] {
  return [...new Set(kinds.flat())].flatMap((kind) => {
    const own = [...rows.keys()].filter((n) => kinds[n]!.includes(kind))
    const known = describe(rows.filter((_, n) => !kinds[n]!.includes(kind)))
    return learnNames(known, rows, things, own, own)
  })
}

function learnNames(
  known: Background,
  rows: readonly Float32Array[],
  names: readonly (readonly string[])[],
  from: readonly number[],
  among: readonly number[],
): Task[] {
  return [...new Set(from.flatMap((n) => names[n]!))].flatMap((name) => {
    const own = from.filter((n) => names[n]!.includes(name))
    return COUNTS.flatMap((count) =>
      Array.from({ length: DRAWS }, (_, draw) => {
        const examples = new Set(
          Array.from(
            { length: count },
            (_, k) => own[(draw + k * Math.max(1, Math.floor(own.length / count))) % own.length]!,
          ),
        )
        const rest = among.filter((n) => !examples.has(n))
        const [having, lacking] = [
          rest.filter((n) => names[n]!.includes(name)),
          rest.filter((n) => !names[n]!.includes(name)),
        ]
        const pick = (numbers: Iterable<number>) => [...numbers].map((n) => rows[n]!)
        return { known, examples: pick(examples), with: pick(having), without: pick(lacking) }
      }),
    ).filter(
      (task, n) =>
        task.examples.length === COUNTS[Math.floor(n / DRAWS)] &&
        task.with.length > 0 &&
        task.without.length >= MIN_OTHERS,
    )
  })
}

function shapeAlong({ known, examples, without }: Task): Shape {
  const { direction } = findDirection({ positives: examples, negatives: [] }, known)
  const [found, whole] = [quartilesAlong(without, direction), normalAlong(known, direction)]
  return { spread: found.spread / whole.spread, middle: (found.middle - whole.middle) / whole.spread }
}

/** How far above the middle photos with a tag score, from several examples and from one, and how much they differ. */
function measureDistances(tasks: readonly Task[]): Pick<Calibration, 'typical' | 'single' | 'spread'> {
  const scored = tasks.map((task) => ({ single: task.examples.length === 1, scores: scoresOf(task, task.with) }))
  const means = (single: boolean) => scored.filter((task) => task.single === single).map(({ scores }) => mean(scores))
  const several = scored.filter(({ single, scores }) => !single && scores.length > 1)
  const within = mean(
    several.map(
      ({ scores }) => scores.reduce((sum, score) => sum + (score - mean(scores)) ** 2, 0) / (scores.length - 1),
    ),
  )
  return { typical: mean(means(false)), single: mean(means(true)), spread: Math.sqrt(within) }
}

function scoresOf({ known, examples }: Task, photos: readonly Float32Array[]): number[] {
  const { direction, middle, spread } = findDirection({ positives: examples, negatives: [] }, known)
  return photos.map((photo) => (dot(photo, direction) - middle) / spread)
}

function pointsOf(task: Task): Point[] {
  const { apart } = findDirection({ positives: task.examples, negatives: [] }, task.known)
  const points = (photos: readonly Float32Array[], isRight: boolean) =>
    scoresOf(task, photos).map((score): Point => ({ terms: [apart * score - apart ** 2 / 2, 1], isRight }))
  return [...points(task.with, true), ...points(task.without, false)]
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const meanShape = (shapes: readonly Shape[]): Shape => ({
  spread: mean(shapes.map(({ spread }) => spread)),
  middle: mean(shapes.map(({ middle }) => middle)),
})
