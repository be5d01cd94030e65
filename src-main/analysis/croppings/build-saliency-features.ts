import type { SaliencyFeatures } from '../photo/findings.ts'
import { BARRIER_SIDE, minimumBarrierMap } from '../foreground/minimum-barrier-map.ts'
import { resampleMap, shrinkRaster } from '../foreground/shrink.ts'
import { findMainObjects, type FoundObject, type MainObject } from '../foreground/find-main-objects.ts'
import { cocoAnimals, cocoVehicles } from '../models/adapters/coco-labels.ts'
import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'

/** Input of the saliency features; boxes and sizes in upright pixels. */
export type CropEvidence = {
  width: number
  height: number
  pixels: Raster
  saliency: SaliencyMap | null
  objects: readonly FoundObject[]
  faces: readonly Box[]
  /** The barrier map of the pixels, if already known. */
  barriers?: SaliencyMap
}

/** Longest side of the importance map in cells: fine enough for any crop, and about 1.5 KB a photo. */
const MAP_SIDE = 48
/** How much each kind of evidence adds to the importance of a cell. */
const ADDS = { saliency: 0.6, barrier: 0.3, object: 0.35, face: 0.5, middle: 0.08 }
/** The upper part of a person or animal, usually with the head: a crop should keep it if the whole does not fit. */
const HEAD = { part: 0.3, weight: 0.6 }
const hasHead: ReadonlySet<string> = new Set(['person', ...cocoAnimals, 'teddy bear'])
const SALIENT_WEIGHT = 0.6
/** Things that move, mostly towards one side. */
const moves: ReadonlySet<string> = new Set([...cocoVehicles, 'bird', 'dog', 'horse'])
/**
 * Room ahead of moving things. It counts if the photographer has left more room on that side, by at least `difference`
 * of the picture's width. If not everything fits, the front is kept. `length` and `front` are parts of the thing's own
 * width.
 */
const AHEAD = { difference: 0.08, length: 0.4, front: 0.4, weight: 0.63 }

/** Computes the saliency features of a photo from the available evidence; with none, the middle matters most. */
export function buildSaliencyFeatures(evidence: CropEvidence): SaliencyFeatures {
  const { width, height, pixels, saliency, objects, faces } = evidence
  const main = findMainObjects(objects, saliency, width, height)
  const found = saliency ?? evidence.barriers ?? minimumBarrierMap(shrinkRaster(pixels, BARRIER_SIDE))
  const subjects = [
    ...faceSubjects(faces),
    ...objectSubjects(main),
    ...main.flatMap((object) => roomAhead(object, width)),
    ...salientSubject(evidence, main),
  ]
  return {
    width,
    height,
    map: buildMap(evidence, found, main),
    subjects: subjects.map((subject) => ({ ...subject, box: toWhole(subject.box, width, height) })),
  }
}

type LooseSubject = { box: Box; weight: number; kind: 'face' | 'object' | 'salient' }

/** Faces by size: the largest has weight 1. */
function faceSubjects(faces: readonly Box[]): LooseSubject[] {
  const largest = faces.reduce((max, { y1, y2 }) => Math.max(max, y2 - y1), 0)
  return faces.map((box) => ({ box, weight: (box.y2 - box.y1) / largest, kind: 'face' }))
}

function objectSubjects(objects: readonly MainObject[]): LooseSubject[] {
  return objects.flatMap(({ label, box, weight }) => {
    const whole: LooseSubject = { box, weight, kind: 'object' }
    const head: LooseSubject = {
      box: { ...box, y2: box.y1 + HEAD.part * (box.y2 - box.y1) },
      weight: weight * HEAD.weight,
      kind: 'object',
    }
    return hasHead.has(label) ? [whole, head] : [whole]
  })
}

/** The front of a moving thing and the room ahead of it; nothing if the picture does not show which side is ahead. */
function roomAhead({ label, box, weight }: MainObject, width: number): LooseSubject[] {
  const [left, right] = [box.x1, width - box.x2]
  if (!moves.has(label) || Math.abs(right - left) < AHEAD.difference * width) return []
  const long = box.x2 - box.x1
  const isRight = right > left
  const front = isRight ? box.x2 : box.x1
  const [back, far] = [AHEAD.front * long, AHEAD.length * long].map((part) => (isRight ? part : -part)) as [
    number,
    number,
  ]
  const [x1, x2] = isRight ? [front - back, Math.min(width, front + far)] : [Math.max(0, front + far), front - back]
  return [{ box: { ...box, x1, x2 }, weight: weight * AHEAD.weight, kind: 'salient' }]
}

/** The salient area, if it is one compact thing; barrier maps are too rough for a box. */
function salientSubject({ saliency, width, height }: CropEvidence, main: readonly MainObject[]): LooseSubject[] {
  const box = saliency ? findSalientBox(saliency, width, height) : null
  return box ? [{ box, weight: main.length > 0 ? SALIENT_WEIGHT : 1, kind: 'salient' }] : []
}

function buildMap(
  { width, height, saliency, faces }: CropEvidence,
  found: SaliencyMap,
  main: readonly MainObject[],
): SaliencyFeatures['map'] {
  const scale = MAP_SIDE / Math.max(width, height)
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const strength = saliency ? ADDS.saliency : ADDS.barrier
  const sums = resampleMap(found, columns, rows).map((value) => value * strength)
  const add = (box: Box, amount: number): void =>
    addEllipse(
      sums,
      columns,
      rows,
      {
        x1: (box.x1 * columns) / width,
        y1: (box.y1 * rows) / height,
        x2: (box.x2 * columns) / width,
        y2: (box.y2 * rows) / height,
      },
      amount,
    )
  for (const { box, weight } of main) add(box, ADDS.object * weight)
  for (const face of faces) add(face, ADDS.face)
  add({ x1: 0, y1: 0, x2: width, y2: height }, ADDS.middle)
  return { columns, rows, values: Uint8Array.from(sums, (value) => Math.round(255 * Math.min(1, value))) }
}

/** Adds an amount that falls from the middle of a box to zero just outside its corners. */
function addEllipse(sums: Float32Array, columns: number, rows: number, { x1, y1, x2, y2 }: Box, amount: number): void {
  const [cx, cy, rx, ry] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.max(0.5, (x2 - x1) / 2), Math.max(0.5, (y2 - y1) / 2)]
  for (let y = Math.max(0, Math.floor(y1)); y < Math.min(rows, Math.ceil(y2)); y++) {
    for (let x = Math.max(0, Math.floor(x1)); x < Math.min(columns, Math.ceil(x2)); x++) {
      const apart = ((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2
      sums[y * columns + x]! += amount * Math.max(0, 1 - apart / 2)
    }
  }
}

/** Whole pixels inside the picture, at least one on each side. */
function toWhole(box: Box, width: number, height: number): { x1: number; y1: number; x2: number; y2: number } {
  const x1 = Math.min(width - 1, Math.max(0, Math.floor(box.x1)))
  const y1 = Math.min(height - 1, Math.max(0, Math.floor(box.y1)))
  return {
    x1,
    y1,
    x2: Math.max(x1 + 1, Math.min(width, Math.ceil(box.x2))),
    y2: Math.max(y1 + 1, Math.min(height, Math.ceil(box.y2))),
  }
}

/** Values from which on a cell belongs to the salient area in part, and entirely. */
const [SOME, ALL] = [0.25, 0.75]
/** An area that never reaches this value is not salient. */
const STANDS_OUT = 0.5
/**
 * Areas smaller than the first part of the largest are left out; those above the second part count in full. If all
 * together are smaller than MIN_SHARE of the picture, there is no box.
 */
const [SMALL, LARGE] = [0.2, 0.4]
const MIN_SHARE = 0.005
/** The share of the areas that may lie beyond each edge of the box. */
const BEYOND = 0.02

/**
 * The box, in upright pixels, around the most salient areas of a map; null if there are none. Cells and areas near a
 * threshold count in part, so that noise in the map moves an edge only a little.
 */
function findSalientBox(map: SaliencyMap, width: number, height: number): Box | null {
  const { columns, rows, values } = map
  const areas = connectedAreas(map).filter(({ cells }) => cells.some((cell) => values[cell]! >= STANDS_OUT))
  const largest = areas.reduce((max, { mass }) => Math.max(max, mass), 0)
  if (largest < MIN_SHARE * columns * rows) return null
  const [across, down] = [new Float64Array(columns), new Float64Array(rows)]
  for (const { cells, mass } of areas) {
    const share = ramp(mass / largest, SMALL, LARGE)
    if (share === 0) continue
    for (const cell of cells) {
      const amount = share * ramp(values[cell]!, SOME, ALL)
      across[cell % columns]! += amount
      down[Math.floor(cell / columns)]! += amount
    }
  }
  const [sx, sy] = [width / columns, height / rows]
  const [[x1, x2], [y1, y2]] = [middleOf(across), middleOf(down)]
  return { x1: x1 * sx, y1: y1 * sy, x2: x2 * sx, y2: y2 * sy }
}

const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)))

/** The cells where the running sum reaches `BEYOND` of the total, and all but that. */
function middleOf(amounts: Float64Array): [number, number] {
  const beyond = BEYOND * amounts.reduce((sum, amount) => sum + amount, 0)
  const reach = (list: Float64Array): number => {
    let sum = 0
    for (const [i, amount] of list.entries()) {
      if (sum + amount >= beyond && amount > 0) return i + (beyond - sum) / amount
      sum += amount
    }
    return list.length
  }
  return [reach(amounts), amounts.length - reach(amounts.toReversed())]
}

type Area = { cells: number[]; mass: number }

/** Areas of neighbouring cells above the lower threshold. */
function connectedAreas({ columns, values }: SaliencyMap): Area[] {
  const visited = new Uint8Array(values.length)
  const areas: Area[] = []
  const visit = (cell: number, open: number[]): void => {
    if (visited[cell] || values[cell]! <= SOME) return
    visited[cell] = 1
    open.push(cell)
  }
  for (let start = 0; start < values.length; start++) {
    if (visited[start] || values[start]! <= SOME) continue
    visited[start] = 1
    const area: Area = { cells: [], mass: 0 }
    for (const open = [start]; open.length > 0;) {
      const cell = open.pop()!
      area.cells.push(cell)
      area.mass += ramp(values[cell]!, SOME, ALL)
      const x = cell % columns
      if (x > 0) visit(cell - 1, open)
      if (x < columns - 1) visit(cell + 1, open)
      if (cell >= columns) visit(cell - columns, open)
      if (cell < values.length - columns) visit(cell + columns, open)
    }
    areas.push(area)
  }
  return areas
}
