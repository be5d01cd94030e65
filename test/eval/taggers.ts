import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFeatures, type LabelledFeatures } from '../../build/heads/labelled-features.ts'
import { embedLabelledPhotos } from '../../build/heads/labelled-photos.ts'
import { applyClassifier } from '../../src-main/analysis/classifiers/apply-classifier.ts'
import { describeBackground, type Background } from '../../src-main/analysis/classifiers/background.ts'
import { openBackgrounds } from '../../src-main/analysis/classifiers/background-file.ts'
import { scoreClasses, scoreTag } from '../../src-main/analysis/classifiers/linear-head.ts'
import { trainClassifier } from '../../src-main/analysis/classifiers/train-classifier.ts'
import { trainSoftmaxHead } from '../../src-main/analysis/classifiers/train-softmax-head.ts'
import { dot } from '../../src-main/analysis/vectors/unit-vector.ts'
import { trainTagHead } from '../../src-main/analysis/classifiers/train-tag-head.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { sharedFolder, sharedPhotos } from '../fixtures/shared.ts'
import { averagePrecision } from './average-precision.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'
import { calibrationError } from './calibration-error.ts'

/** Draws of examples per class. */
const DRAWS = 5
const EXAMPLES = 10

/** Labelled features beside the repository, or null if this machine has none. */
export function openFeatures(): LabelledFeatures | null {
  const folder = sharedFolder('features') ?? 'no-such-folder'
  return existsSync(folder) ? readFeatures(folder) : null
}

/** Numbers 0 to 1 that are always the same (Park and Miller 1988). */
function createDraw(seed: number): () => number {
  let state = seed * 7919 + 17
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function drawSome<T>(from: readonly T[], count: number, seed: number): T[] {
  const draw = createDraw(seed)
  return from
    .map((item) => ({ item, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}

type Split = { train: number[]; test: number[] }
const splitByParity = ({ rows }: LabelledFeatures): Split => ({
  train: [...rows.keys()].filter((n) => n % 2 === 0),
  test: [...rows.keys()].filter((n) => n % 2 === 1),
})

type ClassScore = { label: string; precision: number; judged: { confidence: number; isRight: boolean }[] }

/** Learns each class from a few even rows without named negatives, and ranks the odd rows. */
export function scoreEachClass(data: LabelledFeatures, background: Background, examples: number): ClassScore[] {
  const { train, test } = splitByParity(data)
  const labels = [...new Set(data.items.map(({ label }) => label))]
  return labels.map((label) => {
    const own = train.filter((n) => data.items[n]!.label === label)
    const isRight = test.map((n) => data.items[n]!.label === label)
    const draws = Array.from({ length: DRAWS }, (_, seed) => {
      const head = trainTagHead(
        { positives: drawSome(own, examples, seed + 1).map((n) => data.rows[n]!), negatives: [] },
        background,
      )
      return test.map((n) => scoreTag(head, data.rows[n]!))
    })
    const judged = draws
      .flatMap((scores) => scores.map((score, n) => ({ confidence: 100 * score, isRight: isRight[n]! })))
      .filter(({ confidence }) => confidence > 7)
    return { label, precision: mean(draws.map((scores) => averagePrecision(scores, isRight))), judged }
  })
}

function evaluateOwnTags(data: LabelledFeatures): Figure[] {
  const { train } = splitByParity(data)
  const library = describeBackground(
    data.model,
    train.map((n) => data.rows[n]!),
  )
  const figures: Figure[] = []
  for (const [name, background] of [
    ['a library as background', library],
    ['statistics only', { ...library, sample: [] }],
  ] as const) {
    const scores = scoreEachClass(data, background, EXAMPLES)
    const note = scores.map(({ label, precision }) => `${label} ${precision.toFixed(2)}`).join(', ')
    figures.push(
      figure(
        `custom tagger, 10 examples, mean AP; ${name}`,
        'standard',
        mean(scores.map(({ precision }) => precision)),
        { least: 0.85, note },
      ),
    )
    figures.push(
      figure(
        `custom tagger, calibration error of what is above 7; ${name}`,
        'standard',
        calibrationError(scores.flatMap(({ judged }) => judged)),
        { most: 0.08 },
      ),
    )
  }
  figures.push(
    figure('custom tagger, 10 examples, mean AP; baseline: likeness to their mean', 'standard', scoreBaseline(data)),
  )
  for (const count of [1, 3, 5, 30])
    figures.push(
      figure(
        `custom tagger, ${count} examples, mean AP`,
        'standard',
        mean(scoreEachClass(data, library, count).map(({ precision }) => precision)),
      ),
    )
  return figures
}

/** The baseline: cosine to the mean of the examples. */
function scoreBaseline(data: LabelledFeatures): number {
  const { train, test } = splitByParity(data)
  const labels = [...new Set(data.items.map(({ label }) => label))]
  return mean(
    labels.flatMap((label) =>
      Array.from({ length: DRAWS }, (_, seed) => {
        const examples = drawSome(
          train.filter((n) => data.items[n]!.label === label),
          EXAMPLES,
          seed + 1,
        )
        const scores = test.map((n) =>
          examples.reduce((sum, example) => sum + dot(data.rows[example]!, data.rows[n]!), 0),
        )
        return averagePrecision(
          scores,
          test.map((n) => data.items[n]!.label === label),
        )
      }),
    ),
  )
}

/** Examples of a class against examples of another that it is confused with. */
function evaluateCounterExamples(data: LabelledFeatures): Figure[] {
  const { train, test } = splitByParity(data)
  const background = describeBackground(
    data.model,
    train.map((n) => data.rows[n]!),
  )
  const pairs = [
    ['dogs', 'English springer'],
    ['buildings', 'street'],
    ['mountain', 'glacier'],
  ] as const
  const rowsOf = (label: string, seed: number) =>
    drawSome(
      train.filter((n) => data.items[n]!.label === label),
      EXAMPLES,
      seed,
    ).map((n) => data.rows[n]!)
  const score = (label: string, other: string | null) =>
    mean(
      Array.from({ length: DRAWS }, (_, seed) => {
        const head = trainTagHead(
          { positives: rowsOf(label, seed + 1), negatives: other === null ? [] : rowsOf(other, seed + 1) },
          background,
        )
        return averagePrecision(
          test.map((n) => scoreTag(head, data.rows[n]!)),
          test.map((n) => data.items[n]!.label === label),
        )
      }),
    )
  return pairs.map(([label, other]) =>
    figure(`custom tagger "${label}", AP with 10 of "${other}" as counter-examples`, 'standard', score(label, other), {
      note: `without ${score(label, null).toFixed(3)}`,
    }),
  )
}

/** Few examples, and the usual number. */
const TOGETHER = [3, 10]

/** All classes as tags of one tagger and as separate taggers, as a person gets them: with limited certainties. */
function evaluateTogether(data: LabelledFeatures): Figure[] {
  const { train, test } = splitByParity(data)
  const background = describeBackground(
    data.model,
    train.map((n) => data.rows[n]!),
  )
  const labels = [...new Set(data.items.map(({ label }) => label))]
  const options = { background, embeddingOf: (id: number) => data.rows[id - 1]!, now: () => 0 }
  const classesOf = (count: number) =>
    labels.map((name) => {
      const own = train.filter((n) => data.items[n]!.label === name)
      return { name, positives: drawSome(own, count, 1).map((n) => n + 1) }
    })
  const judge = (classes: { name: string; positives: number[] }[]) => {
    const tagger = trainClassifier({ id: 'all', classes }, options)
    return test.flatMap((n) =>
      applyClassifier(tagger, { modelId: data.model, vector: data.rows[n]! }).map(({ name, confidence }) => ({
        confidence,
        isRight: data.items[n]!.label === name,
      })),
    )
  }
  const figures = (what: string, judged: { confidence: number; isRight: boolean }[]) => {
    const sure = judged.filter(({ confidence }) => confidence >= SURE_FROM)
    const wrong = sure.filter(({ isRight }) => !isRight).length
    return [
      figure(`${what}: wrong of those at ${SURE_FROM} and more`, 'standard', wrong / Math.max(1, sure.length), {
        note: `${wrong} of ${sure.length}, of ${test.length} photos`,
      }),
      figure(`${what}: calibration error above 7`, 'standard', calibrationError(judged)),
    ]
  }
  return TOGETHER.flatMap((count) => {
    const classes = classesOf(count)
    return [
      ...figures(`18 tags of one tagger, ${count} examples`, judge(classes)),
      ...figures(
        `18 taggers, ${count} examples`,
        classes.flatMap((one) => judge([one])),
      ),
    ]
  })
}

/** The certainty from which suggestions count as sure. */
const SURE_FROM = 65

function evaluateOwnCategories(data: LabelledFeatures): Figure[] {
  const { train, test } = splitByParity(data)
  const scenes = [...new Set(data.items.filter(({ set }) => set === 'scenes').map(({ label }) => label))]
  const inClass = (rows: readonly number[], label: string) =>
    rows.filter((n) => data.items[n]!.label === label).map((n) => data.rows[n]!)
  const began = performance.now()
  const head = trainSoftmaxHead(
    scenes.map((label) => inClass(train, label)),
    data.rows[0]!.length,
  )
  const ms = performance.now() - began
  const judged = scenes.flatMap((label, k) =>
    inClass(test, label).map((row) => {
      const chances = scoreClasses(head, row)
      const highest = Math.max(...chances)
      return { confidence: 100 * highest, isRight: chances[k] === highest }
    }),
  )
  return [
    figure('custom categorizer, 6 scenes, accuracy', 'standard', mean(judged.map(({ isRight }) => Number(isRight))), {
      least: 0.88,
      note: `learned in ${Math.round(ms)} ms`,
    }),
    figure('custom categorizer, calibration error', 'standard', calibrationError(judged), { most: 0.08 }),
  ]
}

function evaluateSpeed(data: LabelledFeatures): Figure[] {
  const { train } = splitByParity(data)
  const timed = (work: () => void) => {
    const began = performance.now()
    work()
    return performance.now() - began
  }
  const rows = train.map((n) => data.rows[n]!)
  let background: Background | undefined
  const describing = timed(() => (background = describeBackground(data.model, rows)))
  const learning = timed(() => trainTagHead({ positives: rows.slice(0, EXAMPLES), negatives: [] }, background!))
  const head = trainTagHead({ positives: rows.slice(0, EXAMPLES), negatives: [] }, background!)
  const scoring = timed(() => {
    for (let n = 0; n < 100_000; n++) scoreTag(head, data.rows[n % data.rows.length]!)
  })
  return [
    figure('background of a library, ms', 'standard', describing),
    figure('learning a tag, ms', 'standard', learning),
    figure('scoring 100,000 photos, ms', 'standard', scoring),
  ]
}

/** Labels that at least this many of the photos have are learned and tested. */
const MIN_LABELLED = 8
const FEW_EXAMPLES = 4
/** The certainties that a window marks as likely, and as sure. */
const LIKELY = 20
const SURE = 80

/** Photos with names for each: of their content, or of their kind. */
type Photos = { rows: Float32Array[]; labels: readonly (readonly string[])[]; even: number[]; odd: number[] }
type Find = { confidence: number; isRight: boolean }
type Found = { label: string; finds: Find[] }

/**
 * Each common label learned from a few even photos, and `judge`'s result for each odd one, 0 to 1; one list per label
 * and draw.
 */
function findEachLabel(
  { rows, labels, even, odd }: Photos,
  judge: (examples: Float32Array[]) => (photo: Float32Array) => number,
): Found[] {
  const counts = new Map<string, number>()
  for (const label of labels.flat()) counts.set(label, (counts.get(label) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= MIN_LABELLED).map(([label]) => label)
  return common.flatMap((label) =>
    Array.from({ length: DRAWS }, (_, seed) => {
      const score = judge(
        drawSome(
          even.filter((n) => labels[n]!.includes(label)),
          FEW_EXAMPLES,
          seed + 1,
        ).map((n) => rows[n]!),
      )
      return {
        label,
        finds: odd.map((n) => ({ confidence: 100 * score(rows[n]!), isRight: labels[n]!.includes(label) })),
      }
    }),
  )
}

const byTag = (background: Background) => (positives: Float32Array[]) => {
  const head = trainTagHead({ positives, negatives: [] }, background)
  return (photo: Float32Array) => scoreTag(head, photo)
}
const byLikeness = (examples: Float32Array[]) => (photo: Float32Array) =>
  mean(examples.map((example) => dot(example, photo)))

const rankEach = (found: readonly Found[]) =>
  found.map(({ finds }) =>
    averagePrecision(
      finds.map(({ confidence }) => confidence),
      finds.map(({ isRight }) => isRight),
    ),
  )

/** The number of photos that a label finds with at least a confidence, and how many of them are correct. */
function countFinds(found: readonly Found[], from: number): { count: number; right: number } {
  const finds = found.flatMap(({ finds }) => finds).filter(({ confidence }) => confidence >= from)
  return { count: finds.length, right: finds.filter(({ isRight }) => isRight).length }
}

/** Mean average precision of each label, for a note. */
function writeEach(found: readonly Found[]): string {
  return [...new Set(found.map(({ label }) => label))]
    .map((label) => `${label} ${mean(rankEach(found.filter((one) => one.label === label))).toFixed(2)}`)
    .join(', ')
}

function figuresOf(what: string, name: ModelSet['name'], found: readonly Found[]): Figure[] {
  const [likely, sure] = [countFinds(found, LIKELY), countFinds(found, SURE)]
  const wrong = ({ count, right }: { count: number; right: number }) => (count === 0 ? 0 : 1 - right / count)
  const above7 = found.flatMap(({ finds }) => finds).filter(({ confidence }) => confidence > 7)
  return [
    figure(`${what}: mean AP`, name, mean(rankEach(found)), { note: writeEach(found) }),
    figure(`${what}: found at ${LIKELY} and more, a name`, name, likely.count / found.length, {
      note: `${likely.count} in all draws, ${(100 * (1 - wrong(likely))).toFixed(0)}% right`,
    }),
    figure(`${what}: wrong of those at ${SURE} and more`, name, wrong(sure), {
      note: `${sure.count - sure.right} of ${sure.count} in all draws`,
    }),
    figure(`${what}: calibration error above 7`, name, above7.length === 0 ? 0 : calibrationError(above7), {
      note: `${above7.length} finds`,
    }),
  ]
}

/**
 * Labels of real photos learned from few even ones and tested on the odd ones, with any embedding: a small library, a
 * larger one, and statistics that ship.
 */
async function evaluateOnPhotos({ name, models }: ModelSet): Promise<Figure[]> {
  const folder = sharedPhotos()
  if (folder === null || (await models.get('embedding')) === null) return []
  const { modelId, rows, things, kinds } = await embedLabelledPhotos(join(folder, 'coco128/images'), models)
  const all = [...rows.keys()]
  const [even, odd] = [all.filter((n) => n % 2 === 0), all.filter((n) => n % 2 === 1)]
  const shipped = openBackgrounds(resourcesDir).get(modelId)
  const describeLibrary = (numbers: readonly number[]) => ({
    ...describeBackground(
      modelId,
      numbers.map((n) => rows[n]!),
    ),
    calibration: shipped?.calibration,
  })
  const backgrounds = [
    ...(shipped ? [['statistics that ship', shipped] as const] : []),
    ['32 photos', describeLibrary(even.filter((_, n) => n % 2 === 0))] as const,
    ['64 photos', describeLibrary(even)] as const,
  ]
  return (
    [
      ['things on', things],
      ['kinds of', kinds],
    ] as const
  ).flatMap(([of, labels]) => {
    const photos = { rows, labels, even, odd }
    const what = `custom tagger, ${of} mixed photos, ${FEW_EXAMPLES} examples`
    const baseline = findEachLabel(photos, byLikeness)
    const chance = mean(baseline.map(({ finds }) => finds.filter(({ isRight }) => isRight).length / odd.length))
    return [
      figure(`${what}, baseline: likeness to their mean: mean AP`, name, mean(rankEach(baseline)), {
        note: `by chance ${chance.toFixed(2)}, ${baseline.length / DRAWS} names`,
      }),
      ...backgrounds.flatMap(([background, described]) =>
        figuresOf(`${what}, ${background}`, name, findEachLabel(photos, byTag(described))),
      ),
    ]
  })
}

/**
 * Own tags and categories learned from labelled features, and tags from photos with the given models; empty if there
 * are none on this machine.
 */
export async function evaluateClassifiers(set: ModelSet): Promise<Figure[]> {
  const data = set.name === 'standard' ? openFeatures() : null
  const learned =
    data === null
      ? []
      : [
          ...evaluateOwnTags(data),
          ...evaluateCounterExamples(data),
          ...evaluateTogether(data),
          ...evaluateOwnCategories(data),
          ...evaluateSpeed(data),
        ]
  return [...learned, ...(await evaluateOnPhotos(set))]
}

if (import.meta.main) await printFigures(evaluateClassifiers)
