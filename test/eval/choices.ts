import { learnChoices, tasteOf, type Lesson, type StackChoice } from '../../src-main/library/stacks/rows/choice-head.ts'
import { type FrameQuality, suggestFrame, usualScores } from '../../src-main/library/stacks/rows/suggest-frame.ts'
import { seededRandom } from '../fixtures/random.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'

/** Properties of a frame, in visible differences: a chooser weighs them, and the library measures them with errors. */
type Truth = { eyes: number; subject: number; light: number; tight: number }
type Burst = { frames: FrameQuality[]; truth: Truth[] }
/** A person's weight for each difference; `usual` follows the library's own order, with a hand's uncertainty. */
type Chooser = { name: string; weights: Partial<Truth>; usual?: number; least?: number; most?: number }

const choosers: readonly Chooser[] = [
  { name: 'who chooses as the library does', weights: {}, usual: 1, least: -0.02 },
  { name: 'who takes the brighter frame', weights: { light: 2, subject: 0.5 }, least: 0.2 },
  { name: 'who takes a sharper subject over sharper eyes', weights: { subject: 2 }, least: 0.1 },
  { name: 'who takes the tighter picture, which nothing measures', weights: { tight: 2, eyes: 0.3 }, least: 0.1 },
  { name: 'who chooses without a rule', weights: {}, least: -0.02, most: 0.05 },
]

/** Choices to learn from, stacks to judge by, and frames of each. */
const [TRAINED, HELD_OUT, FRAMES, CONTENT] = [[20, 60, 200], 400, 4, 128]

type Random = () => number
/** About normal, with a standard deviation of 1. */
const normal = (random: Random): number =>
  Math.sqrt(2) * (random() + random() + random() + random() + random() + random() - 3)

/** Each scene has its own place in content space; a tighter frame moves from it in one direction. */
function drawBurst(random: Random, id: number): Burst {
  const scene = Float32Array.from({ length: CONTENT }, () => normal(random))
  const [marks, light] = [50 + 8 * normal(random), 0.4 + 0.1 * normal(random)]
  const truth = Array.from({ length: FRAMES }, (): Truth => {
    const [eyes, subject, bright, tight] = [0, 0, 0, 0].map(() => normal(random)) as [number, number, number, number]
    return { eyes, subject, light: bright, tight }
  })
  const frames = truth.map((each, place): FrameQuality => {
    const vector = scene.map((value, j) => value + 0.25 * normal(random) + (j % 8 === 0 ? each.tight : 0))
    const length = Math.hypot(...vector)
    return {
      id: id + place,
      isRejected: false,
      measured: {
        subject: marks + 7 * each.subject + 3 * normal(random),
        eyes: marks + 7 * each.eyes + 4 * normal(random),
        faces: marks + 5 * each.eyes + 4 * normal(random),
        clippedFaces: 0,
        openness: null,
        smile: null,
        away: null,
        exposure: {
          shadows: 0,
          highlights: 0.01 * Math.max(0, each.light),
          middle: light + 0.04 * each.light,
        },
      },
      content: { model: 1, vector: vector.map((value) => value / length) },
    }
  })
  return { frames, truth }
}

/** The frame that a chooser takes: the best by their weights, with an uncertainty of about one visible difference. */
function choose({ frames, truth }: Burst, { weights, usual = 0 }: Chooser, random: Random): number {
  const marks = usualScores(frames)
  const values = truth.map((each, at) => {
    const weighed = (Object.keys(weights) as (keyof Truth)[]).reduce((sum, key) => sum + weights[key]! * each[key], 0)
    return weighed + (usual * marks[at]!) / 5 - Math.log(-Math.log(random() || 0.5))
  })
  return values.indexOf(Math.max(...values))
}

function learnAll(choices: readonly StackChoice[]): Lesson {
  const learning = learnChoices(choices)
  for (;;) {
    const { done, value } = learning.next()
    if (done === true) return value
  }
}

/**
 * Choosers with known preferences, drawn with the errors of measures and of hands: how often the suggestion is their
 * choice, on stacks not used for learning. Bursts are drawn, so this measures whether a preference is found, not how
 * people choose.
 */
export async function evaluateChoices({ name }: ModelSet): Promise<Figure[]> {
  if (name !== 'bundled') return []
  return choosers.flatMap((chooser, seed) => {
    const random = seededRandom(seed + 1)
    const draw = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => drawBurst(random, FRAMES * (from + i) + 1))
    const known = draw(Math.max(...TRAINED), 0).map(({ frames, truth }): StackChoice => {
      const chosen = choose({ frames, truth }, chooser, random)
      return { frames, chosen: [chosen], others: frames.flatMap((_, at) => (at === chosen ? [] : [at])) }
    })
    const heldOut = draw(HELD_OUT, known.length).map((burst) => ({ burst, chosen: choose(burst, chooser, random) }))
    const agreement = ({ head }: Pick<Lesson, 'head'>) =>
      mean(
        heldOut.map(({ burst: { frames }, chosen }) => {
          const suggested = suggestFrame(frames, head && tasteOf(head))?.id ?? frames[0]!.id
          return Number(suggested === frames[chosen]!.id)
        }),
      )
    const usual = agreement({ head: null })
    const lessons = TRAINED.map((count) => learnAll(known.slice(0, count)))
    const useOf = ({ head }: Lesson) => (head === null ? ' (not used)' : head.content ? ' (with content)' : '')
    const learned = lessons.map((lesson, i) => `${TRAINED[i]} choices ${agreement(lesson)}${useOf(lesson)}`)
    const preferences = lessons.at(-1)!.preferences.map(({ taken, over }) => `${taken} over ${over}`)
    const note = `agreement ${usual} before; ${learned.join(', ')}; ${JSON.stringify(preferences)}`
    const { least, most } = chooser
    return [
      figure(`choices: agreement gained with one ${chooser.name}`, name, agreement(lessons.at(-1)!) - usual, {
        ...(least !== undefined && { least }),
        ...(most !== undefined && { most }),
        note,
      }),
    ]
  })
}

if (import.meta.main) await printFigures(evaluateChoices)
