import type { Face } from '../../../contract/analysis/face.ts'
import type { Seen } from '../step.ts'
import type { Evidence } from './evidence.ts'

type Objects = Awaited<ReturnType<Seen['objects']>>
type Size = { width: number; height: number }

const SURE_PERSON = 0.5
const SURE_FACE = 70
const CROWD = 8

/** People: that someone is there, how many, and whether it is a portrait. Counts come from boxes and faces, whichever sees more. */
export function readPeople(objects: Objects, faces: readonly Face[], size: Size): Evidence[] {
  const sureFaces = faces.filter((face) => face.confidence >= SURE_FACE)
  const people = objects.filter(({ label, score }) => label === 'person' && score >= SURE_PERSON)
  const count = Math.max(sureFaces.length, people.length)
  const evidence: Evidence[] = []
  const best = Math.max(0, ...faces.map((face) => face.confidence)) / 100
  if (best > 0) evidence.push({ concept: 'person', chance: best * 0.97, origin: 'faces' })
  if (count > 0 && sureFaces.length > 0) evidence.push({ concept: countConcept(count), chance: 0.75, origin: 'faces' })
  const portrait = portraitChance(sureFaces, count, size)
  if (portrait) evidence.push(portrait)
  return evidence
}

function countConcept(count: number): string {
  if (count === 1) return 'one-person'
  if (count === 2) return 'two-people'
  return count < CROWD ? 'group' : 'crowd'
}

/** One or two faces that take a good part of the frame make a portrait. */
function portraitChance(faces: readonly Face[], count: number, { height }: Size): Evidence | null {
  const tallest = Math.max(0, ...faces.map((face) => face.coordinates.height)) / height
  if (count > 2 || tallest < 0.15) return null
  return { concept: 'portrait', chance: Math.min(0.95, 0.5 + (tallest - 0.15) * 2.5), origin: 'faces' }
}
