import type { Face } from '../../contract/analysis/face.ts'
import type { Box } from '../models/runtime/tasks.ts'
import { MAX_UNSHOWN } from '../models/adapters/calibration.ts'
import type { CachedDetections } from '../step/step.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

type Objects = Awaited<ReturnType<CachedDetections['objects']>>
type Size = { width: number; height: number }

const SURE_PERSON = 0.6
const SURE_FACE = 70
const CROWD = 10
/** A box that lies inside another to this share is part of the same person. */
const SAME_PERSON = 0.6

/**
 * People: that there are any, how many, and whether it is a portrait. Counts come from boxes or faces, whichever finds
 * more, so that people seen from behind count as well. `person` is the chance that objects leave beside all else.
 */
export function readPeople(
  { objects, person }: { objects: Objects; person: number },
  faces: readonly Face[],
  size: Size,
  trace?: TagTrace,
): Evidence[] {
  const sureFaces = faces.filter(isSure)
  const count = countPeople(objects, faces)
  const evidence: Evidence[] = []
  const best = Math.max(0, ...faces.map((face) => face.confidence)) / 100
  if (best > 0) evidence.push({ concept: 'person', chance: best * OF_FACE, origin: 'faces' })
  const counts = countBothWays(objects, faces)
  const origin = sureFaces.length > 0 ? 'faces' : 'objects'
  const someone = Math.max(person, best * OF_FACE)
  evidence.push(...nameCount(counts).map((word): Evidence => ({ ...capped(word, someone), origin })))
  const believed = person < POSSIBLE_SITTER ? sureFaces.filter(({ confidence }) => confidence >= SURE_ALONE) : sureFaces
  const portrait = portraitChance(believed, count, size)
  if (portrait) evidence.push(portrait)
  if (trace) {
    const tallest = tallestOf(believed, size)
    tracePeople(trace, { best, count, counts, hasSure: believed.length > 0, tallest })
  }
  for (const { concept, chance } of evidence) trace?.chance(concept, chance)
  return evidence
}

/** If the chance of a person beside all else is less, only a face of this confidence makes a portrait. */
const POSSIBLE_SITTER = 0.3
const SURE_ALONE = 90
/** Chance of a person with a face, of the face's own. */
const OF_FACE = 0.97

/** Nobody can be counted more certainly than that there is somebody. */
const capped = <T extends { chance: number }>(word: T, someone: number): T => ({
  ...word,
  chance: Math.min(word.chance, someone),
})

/** People who are certainly in the photo, and at most; somebody who may be one of them never makes it fewer. */
type Counts = { min: number; max: number }

/**
 * Scores of boxes and confidences of faces that count as certain and as possible. Beside a person who fills the frame,
 * a possible one with less than this share of that box is none.
 */
const CERTAIN = { box: 0.9, face: 90, share: 0 }
const POSSIBLE = { box: 0.5, face: SURE_FACE, share: 0.02 }

function countBothWays(objects: Objects, faces: readonly Face[]): Counts {
  const count = ({ box, face, share }: typeof CERTAIN) => {
    const boxes = findApart(objects.filter(({ label, score }) => label === 'person' && score >= box))
    const largest = Math.max(0, ...boxes.map(areaOf))
    return Math.max(
      faces.filter(({ confidence }) => confidence >= face).length,
      boxes.filter((one) => areaOf(one) >= share * largest).length,
    )
  }
  const min = count(CERTAIN)
  return { min, max: Math.max(min, count(POSSIBLE)) }
}

/** Words for how many people there are, with how often each is right where both counts give it. */
const countWords = { 'one-person': 0.95, 'two-people': 0.85, group: 0.95, crowd: 0.85 } as const
const countConcepts = Object.keys(countWords) as (keyof typeof countWords)[]
/** Where the counts differ, each word is right on about half of the photos: too few to show one. */
const EITHER = { chance: MAX_UNSHOWN, likely: 0.5 }

/** A word for the number if both counts give the same, or if three are certain; both words, not shown, otherwise. */
function nameCount({ min, max }: Counts): Pick<Evidence, 'concept' | 'chance' | 'likely'>[] {
  if (min === 0) return []
  const [fewer, more] = [countConcept(min), countConcept(max)]
  if (fewer === more || min >= 3) return [{ concept: fewer, chance: countWords[fewer] }]
  return [fewer, more].map((concept) => ({ concept, ...EITHER }))
}

type SeenPeople = { best: number; count: number; counts: Counts; hasSure: boolean; tallest: number }

function tracePeople(trace: TagTrace, { best, count, counts, hasSure, tallest }: SeenPeople): void {
  if (best > 0) trace.score('person', 'faces', best)
  else trace.note('person', 'nothing', { by: 'faces' })
  const words = nameCount(counts).map(({ concept }) => concept)
  for (const id of countConcepts) {
    if (words.length === 1 || counts.max === 0) trace.note(id, 'people', { count: counts.min })
    else trace.note(id, 'peopleBetween', { least: counts.min, most: counts.max })
    if (words.length === 1 && id !== words[0]) trace.note(id, 'otherWord', { thing: words[0]! })
  }
  if (!hasSure) trace.note('portrait', 'unsureFaces')
  else {
    trace.score('portrait', 'height', tallest)
    if (count > 2) trace.veto('portrait', 'many')
    else if (tallest < MIN_PORTRAIT) trace.below('portrait', MIN_PORTRAIT)
  }
}

const isSure = (face: Face) => face.confidence >= SURE_FACE

/** Number of people who are certainly in the photo. */
export function countPeople(objects: Objects, faces: readonly Face[]): number {
  const people = objects.filter(({ label, score }) => label === 'person' && score >= SURE_PERSON)
  return Math.max(faces.filter(isSure).length, findApart(people).length)
}

/** Boxes of different people: takes the largest first, and leaves out those mostly inside one that was taken. */
function findApart(people: Objects): Box[] {
  const apart: Box[] = []
  for (const { box } of [...people].sort((a, b) => areaOf(b.box) - areaOf(a.box))) {
    if (!apart.some((other) => areaOf(common(other, box)) > SAME_PERSON * areaOf(box))) apart.push(box)
  }
  return apart
}

const areaOf = ({ x1, y1, x2, y2 }: Box) => Math.max(0, x2 - x1) * Math.max(0, y2 - y1)
const common = (a: Box, b: Box): Box => ({
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
  x2: Math.min(a.x2, b.x2),
  y2: Math.min(a.y2, b.y2),
})

function countConcept(count: number): keyof typeof countWords {
  if (count === 1) return 'one-person'
  if (count === 2) return 'two-people'
  return count < CROWD ? 'group' : 'crowd'
}

/** Share of the picture's height that a face has in a portrait at least. */
const MIN_PORTRAIT = 0.15

const tallestOf = (faces: readonly Face[], { height }: Size): number =>
  Math.max(0, ...faces.map((face) => face.coordinates.height)) / height

/** One or two faces that take a good part of the frame make a portrait. */
function portraitChance(faces: readonly Face[], count: number, size: Size): Evidence | null {
  const tallest = tallestOf(faces, size)
  if (count > 2 || tallest < MIN_PORTRAIT) return null
  return { concept: 'portrait', chance: Math.min(0.95, 0.5 + (tallest - MIN_PORTRAIT) * 2.5), origin: 'faces' }
}
