import { z } from 'zod'
import { addScaled, dot, logistic } from '../../../analysis/vectors/unit-vector.ts'
import type { LearnedChoices, Preference } from '../../../contract/library/stacks.ts'
import { type FrameQuality, type Taste, traits, traitsOf, usualScores } from './suggest-frame.ts'

/** A person's choice within a burst: measured frames, and which of them (by place) are better than which others. */
export type StackChoice = { frames: readonly FrameQuality[]; chosen: readonly number[]; others: readonly number[] }

/**
 * What was learned: how much each trait counts, and each number of the content vectors of one model, in units of
 * `MARKS`; `content` is null if it does not help.
 */
export const ChoiceHead = z.object({
  traits: z.array(z.number()).length(traits.length),
  content: z.object({ model: z.int(), weights: z.array(z.number()) }).nullable(),
})
export type ChoiceHead = z.infer<typeof ChoiceHead>

/** Fewer choices say too little. */
export const MIN_CHOICES = 20
/** The newest ones count, so that training takes seconds. */
export const MAX_CHOICES = 400

/** A frame with this many more marks than another is e times as likely to be chosen. */
const MARKS = 10

/** The most that a frame gains or loses: shut eyes cost more than two frames can differ by. */
const MAX_TASTE = 25

/** The marks that frames gain or lose by what was learned. */
export const tasteOf =
  ({ traits: weights, content }: ChoiceHead): Taste =>
  (frames) => {
    const centred = content && centredContent(frames, content.model, content.weights.length)
    return traitsOf(frames).map((row, at) => {
      const byContent = content && centred ? dot(centred[at]!, content.weights) : 0
      return Math.max(-MAX_TASTE, Math.min(MAX_TASTE, MARKS * (dot(row, weights) + byContent)))
    })
  }

/** Content vectors less their mean; null unless all frames have one by this model. */
function centredContent(frames: readonly FrameQuality[], model: number, length: number): Float32Array[] | null {
  const vectors = frames.flatMap(({ content }) =>
    content?.model === model && content.vector.length === length ? [content.vector] : [],
  )
  if (vectors.length < frames.length) return null
  const mean = new Float64Array(length)
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length)
  return vectors.map((vector) => vector.map((value, j) => value - mean[j]!))
}

// Learning

/** A choice as differences: each chosen frame less each other one. */
type Pair = { usual: number; traits: number[]; content: Float32Array | null; weight: number }
type Prepared = { choice: StackChoice; pairs: Pair[] }
type Model = { id: number; length: number; scale: number }

/** The others of a large stack are thinned evenly. */
const MAX_OTHERS = 4
/** Parts that choices are divided into, to judge by what was learned from the others. */
const FOLDS = 5
const ROUNDS = 80
/** How strongly weights are drawn to nothing; content has hundreds of times as many numbers as there are traits. */
const DECAY = { traits: 0.03, content: 0.3 }

export type Lesson = Omit<LearnedChoices, 'least' | 'followsContent'> & { head: ChoiceHead | null }

/**
 * Learns what one prefers among the frames of a burst: a logistic regression over differences of frames (R. A. Bradley
 * and M. E. Terry, “Rank analysis of incomplete block designs”, Biometrika 39, 1952), in which the usual order counts
 * as it is and weights are drawn to zero, so that few choices change little. Whether it is of use, and whether content
 * helps beside what is measured, is judged on choices that were left out: on five parts, each by what the other four
 * teach. A part is of one time, since bursts of one scene, taken one after the other, share what shows in them.
 * Deterministic, whatever the order of the choices. Yields between rounds, so that others may work in between.
 */
export function* learnChoices(choices: readonly StackChoice[]): Generator<void, Lesson> {
  const sorted = choices.toSorted((a, b) => a.frames[0]!.id - b.frames[0]!.id)
  const nothing = { choices: sorted.length, agreement: null, isUsed: false, preferences: [], head: null }
  if (sorted.length < MIN_CHOICES) return nothing
  const model = modelOf(sorted)
  const prepared = sorted.map((choice) => ({ choice, pairs: pairsOf(choice, model) }))
  const usual = prepared.map(({ choice }) => isRight(choice, null))
  const byTraits = yield* judgeParts(prepared, null)
  const byContent = model === null ? byTraits : yield* judgeParts(prepared, model)
  const withContent = isBetter(byContent, byTraits)
  const learned = withContent ? byContent : byTraits
  const isUsed = isBetter(learned, usual)
  const agreement = { usual: shareOf(usual), learned: isUsed ? shareOf(learned) : shareOf(usual) }
  if (!isUsed) return { ...nothing, agreement }
  const head = yield* fit(prepared, withContent ? model : null)
  return { ...nothing, agreement, isUsed, head, preferences: preferencesOf(prepared, usual) }
}

const shareOf = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length

/** Better in clearly more choices than worse: by 1.64 standard deviations of a coin, and by three. */
function isBetter(one: readonly boolean[], other: readonly boolean[]): boolean {
  const better = one.filter((isOne, i) => isOne && !other[i]!).length
  const worse = other.filter((isOther, i) => isOther && !one[i]!).length
  return better - worse >= Math.max(3, 1.64 * Math.sqrt(better + worse))
}

/** Whether the frame with the most marks is a chosen one. */
function isRight({ frames, chosen, others }: StackChoice, taste: Taste | null): boolean {
  const gained = taste?.(frames)
  const marks = usualScores(frames).map((score, at) => score + (gained?.[at] ?? 0))
  const max = Math.max(...others.map((at) => marks[at]!))
  return chosen.some((at) => marks[at]! > max)
}

function* judgeParts(all: readonly Prepared[], model: Model | null): Generator<void, boolean[]> {
  const right: boolean[] = []
  for (let part = 0; part < FOLDS; part++) {
    const [from, to] = [part, part + 1].map((at) => Math.round((at * all.length) / FOLDS)) as [number, number]
    const head = yield* fit([...all.slice(0, from), ...all.slice(to)], model)
    const taste = tasteOf(head)
    right.push(...all.slice(from, to).map(({ choice }) => isRight(choice, taste)))
  }
  return right
}

/** The model that most frames were described by, and the usual length of differences of its vectors within a burst. */
function modelOf(choices: readonly StackChoice[]): Model | null {
  const known = choices.flatMap(({ frames }) => frames.flatMap(({ content }) => content ?? []))
  const [found] = [...Map.groupBy(known, ({ model }) => model)].toSorted((a, b) => b[1].length - a[1].length)
  if (found === undefined) return null
  const [id, { length }] = [found[0], found[1][0]!.vector]
  const squares = choices.flatMap(({ frames }) =>
    (centredContent(frames, id, length) ?? []).map((vector) => dot(vector, vector)),
  )
  const mean = squares.reduce((sum, value) => sum + value, 0) / squares.length
  return mean > 0 ? { id, length, scale: Math.sqrt(mean) } : null
}

function pairsOf({ frames, chosen, others }: StackChoice, model: Model | null): Pair[] {
  const marks = usualScores(frames)
  const rows = traitsOf(frames)
  const content = model && centredContent(frames, model.id, model.length)
  const step = Math.max(1, others.length / MAX_OTHERS)
  const some = others.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
  return chosen.flatMap((a) =>
    some.map((b) => ({
      usual: (marks[a]! - marks[b]!) / MARKS,
      traits: rows[a]!.map((value, k) => value - rows[b]![k]!),
      content: content && content[a]!.map((value, j) => (value - content[b]![j]!) / model!.scale),
      weight: 1 / (chosen.length * some.length),
    })),
  )
}

/** Nesterov's accelerated gradient (1983) on the mean loss of the choices. */
function* fit(choices: readonly Prepared[], model: Model | null): Generator<void, ChoiceHead> {
  const pairs = choices.flatMap((each) => each.pairs)
  const length = model?.length ?? 0
  const empty = () => ({ traits: new Float64Array(traits.length), content: new Float64Array(length) })
  // A bound of the curvature of each block; together they have at most the sum.
  const bound = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + pair.weight * of(pair), 0)
  const curvature =
    (0.25 *
      bound((pair) => dot(pair.traits, pair.traits) + (length && pair.content ? dot(pair.content, pair.content) : 0))) /
    choices.length
  const step = 1 / (curvature + Math.max(DECAY.traits, DECAY.content))
  const ahead = empty()
  let now = empty()
  for (let round = 0; round < ROUNDS; round++) {
    const slope = empty()
    for (const { usual, traits: row, content, weight } of pairs) {
      const lead = usual + dot(row, ahead.traits) + (length && content ? dot(content, ahead.content) : 0)
      const pull = (-logistic(-lead) * weight) / choices.length
      addScaled(slope.traits, row, pull)
      if (length && content) addScaled(slope.content, content, pull)
    }
    const momentum = round / (round + 3)
    const next = empty()
    for (const block of ['traits', 'content'] as const) {
      next[block].set(ahead[block].map((value, j) => value - step * (slope[block][j]! + DECAY[block] * value)))
      ahead[block] = next[block].map((value, j) => value + momentum * (value - now[block][j]!))
    }
    now = next
    yield
  }
  return {
    traits: [...now.traits].map(rounded),
    content: model && { model: model.id, weights: Array.from(now.content, (value) => rounded(value / model.scale)) },
  }
}

const rounded = (value: number): number => Number(value.toPrecision(5))

// What it learned, in words

/** Frames differ in a trait from a visible difference on; a preference is shown from this many stacks and share on. */
const [MIN_SEEN, MIN_STACKS, MIN_SHARE, MAX_SAID] = [1, 6, 0.75, 3]
/** Minimum number of these stacks in which the usual order had another frame first. */
const MIN_NEWS = 3

/** What the person took rather than what, where that is not the usual order; what says most comes first. */
function preferencesOf(choices: readonly Prepared[], usual: readonly boolean[]): Preference[] {
  const counts = new Map<string, { taken: number; over: number | null; times: number; of: number; news: number }>()
  const count = (taken: number, over: number | null, isTaken: boolean, isNews: boolean) => {
    const key = `${taken} ${over}`
    const known = counts.get(key) ?? { taken, over, times: 0, of: 0, news: 0 }
    counts.set(key, known)
    known.of++
    if (isTaken) known.times++
    if (isTaken && isNews) known.news++
  }
  for (const [i, { pairs }] of choices.entries()) {
    // Once a stack: the mean of its pairs.
    const leads = traits.map((_, k) => pairs.reduce((sum, pair) => sum + pair.weight * pair.traits[k]!, 0))
    for (const [k, lead] of leads.entries()) {
      if (Math.abs(lead) < MIN_SEEN) continue
      if (traits[k] === 'brighter') {
        count(k, null, lead > 0, !usual[i]!)
        count(DARKER, null, lead < 0, !usual[i]!)
        continue
      }
      for (const [other, behind] of leads.entries()) {
        if (other === k || traits[other] === 'brighter' || Math.abs(behind) < MIN_SEEN || lead * behind > 0) continue
        count(k, other, lead > 0, !usual[i]!)
      }
    }
  }
  return [...counts.values()]
    .filter(({ times, of, news }) => of >= MIN_STACKS && times >= MIN_SHARE * of && news >= MIN_NEWS)
    .toSorted((a, b) => b.news - a.news || b.times / b.of - a.times / a.of || a.taken - b.taken)
    .slice(0, MAX_SAID)
    .map(({ taken, over, times, of }) => ({
      taken: nameOf(taken),
      over: over === null ? null : nameOf(over),
      times,
      of,
    }))
}

/** Represents the opposite of the last trait. */
const DARKER = -1
const nameOf = (trait: number) => (trait === DARKER ? 'darker' : traits[trait]!)
