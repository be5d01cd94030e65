import type { Face } from '../../contract/analysis/face.ts'
import type { Box } from '../models/runtime/tasks.ts'
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
 * more.
 */
export function readPeople(objects: Objects, faces: readonly Face[], size: Size, trace?: TagTrace): Evidence[] {
  const sureFaces = faces.filter(isSure)
  const count = countPeople(objects, faces)
  const evidence: Evidence[] = []
  const best = Math.max(0, ...faces.map((face) => face.confidence)) / 100
  if (best > 0) evidence.push({ concept: 'person', chance: best * 0.97, origin: 'faces' })
  if (count > 0 && sureFaces.length > 0) evidence.push({ concept: countConcept(count), chance: 0.75, origin: 'faces' })
  const portrait = portraitChance(sureFaces, count, size)
  if (portrait) evidence.push(portrait)
  if (trace) tracePeople(trace, { best, count, hasSure: sureFaces.length > 0, tallest: tallestOf(sureFaces, size) })
  for (const { concept, chance } of evidence) trace?.chance(concept, chance)
  return evidence
}

/** Words for how many people there are. */
const countConcepts = ['one-person', 'two-people', 'group', 'crowd']

type SeenPeople = { best: number; count: number; hasSure: boolean; tallest: number }

function tracePeople(trace: TagTrace, { best, count, hasSure, tallest }: SeenPeople): void {
  if (best > 0) trace.score('person', 'faces', best)
  else trace.note('person', 'nothing', { by: 'faces' })
  for (const id of countConcepts) {
    trace.note(id, 'people', { count })
    if (!hasSure) trace.note(id, 'unsureFaces')
    else if (id !== countConcept(count)) trace.note(id, 'otherWord', { thing: countConcept(count) })
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
  return Math.max(faces.filter(isSure).length, countApart(people.map(({ box }) => box)))
}

/** Number of boxes of different people: counts the largest first, and leaves out those mostly inside a counted one. */
function countApart(boxes: readonly Box[]): number {
  const counted: Box[] = []
  for (const box of [...boxes].sort((a, b) => areaOf(b) - areaOf(a))) {
    if (!counted.some((other) => areaOf(common(other, box)) > SAME_PERSON * areaOf(box))) counted.push(box)
  }
  return counted.length
}

const areaOf = ({ x1, y1, x2, y2 }: Box) => Math.max(0, x2 - x1) * Math.max(0, y2 - y1)
const common = (a: Box, b: Box): Box => ({
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
  x2: Math.min(a.x2, b.x2),
  y2: Math.min(a.y2, b.y2),
})

function countConcept(count: number): string {
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
