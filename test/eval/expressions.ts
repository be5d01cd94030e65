import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { fitRaster } from '../../src-main/analysis/decode/fit-raster.ts'
import { toDetected } from '../../src-main/analysis/faces/face-vector.ts'
import { readExpressions } from '../../src-main/analysis/faces/read-expressions.ts'
import type { Models, Point } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto, Raster } from '../../src-main/analysis/photo/photo.ts'
import type { Face } from '../../src-main/contract/analysis/face.ts'
import { EYES_CLOSED, type FaceExpression } from '../../src-main/contract/analysis/sharpness.ts'
import { figure, mean, printFigures, type Figure, type ModelSet } from './figures.ts'
import { isOdd, listKinds } from './kinds-photos.ts'

/** A face that was examined, by the centre of its box; undecidable eyes are left out. */
type Judged = { at: [number, number]; eyes?: 'open' | 'closed' | 'covered'; smiles?: boolean; away?: boolean }
type Seen = Judged & { isOdd: boolean; found: FaceExpression; shut: FaceExpression | null; cpuMs: number }

/** The faces of photos of people, unchanged and with their eyes painted shut. */
async function facesSeen(models: Models): Promise<Seen[]> {
  const known = JSON.parse(readFileSync(join(import.meta.dirname, 'expressions-judged.json'), 'utf8')) as Record<
    string,
    Judged[]
  >
  const seen: Seen[] = []
  for (const one of listKinds().filter(({ name }) => name in known)) {
    const photo = await decodePhoto(one.path)
    const detected = await (await models.get('faces'))!.detect(photo)
    for (const judged of known[one.name]!) {
      const [x, y] = judged.at
      const own = detected.find(({ box }) => x >= box.x1 && x <= box.x2 && y >= box.y1 && y <= box.y2)
      if (!own) continue
      const face = faceOf(own)
      const start = process.cpuUsage()
      const found = (await readExpressions(photo, [face], models))![0]!
      const { user, system } = process.cpuUsage(start)
      const closed = judged.eyes === 'open' ? await closeEyes(photo, face, models) : null
      const shut = closed && (await readExpressions(closed, [face], models))![0]!
      seen.push({ ...judged, isOdd: isOdd(one), found, shut, cpuMs: (user + system) / 1000 })
    }
  }
  return seen
}

function faceOf({ score, box, landmarks }: ReturnType<typeof toDetected>): Face {
  const [xmin, ymin, xmax, ymax] = [box.x1, box.y1, box.x2, box.y2].map(Math.round) as [number, number, number, number]
  return {
    confidence: score * 100,
    coordinates: { xmin, ymin, xmax, ymax, width: xmax - xmin, height: ymax - ymin },
    face_id: '',
    attributes: [],
    landmarks: landmarks as Face['landmarks'],
  }
}

/** Chance that one of the first has the larger value than one of the others; equal ones count half. */
const areaUnderCurve = (above: readonly number[], below: readonly number[]): number =>
  mean(above.flatMap((a) => below.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))))

const knownOf = (faces: readonly Seen[], of: (face: Seen) => number | null | undefined): number[] =>
  faces.flatMap((face) => of(face) ?? [])

/** Constants were chosen on even photos and after checking the odd ones; both have separate figures. */
export async function evaluateExpressions({ name, models }: ModelSet): Promise<Figure[]> {
  const all = await facesSeen(models)
  if (all.length === 0) return []
  const halves = (['odd', 'even'] as const).flatMap((half) => {
    const faces = all.filter((face) => face.isOdd === (half === 'odd'))
    const open = knownOf(
      faces.filter(({ eyes }) => eyes === 'open'),
      ({ found }) => found.openness,
    )
    const shut = knownOf(faces, (face) => face.shut?.openness)
    const [smiling, serious] = [true, false].map((value) =>
      knownOf(
        faces.filter(({ smiles }) => smiles === value),
        ({ found }) => found.smile,
      ),
    ) as [number[], number[]]
    const [away, here] = [true, false].map((value) =>
      knownOf(
        faces.filter((face) => face.away === value),
        ({ found }) => found.away,
      ),
    ) as [number[], number[]]
    const from = (values: readonly number[], least: number) => values.filter((value) => value >= least).length
    return [
      figure(`eyes painted shut (AUC), ${half}`, name, areaUnderCurve(open, shut), {
        least: 0.95,
        note: `taken for open: ${from(shut, EYES_CLOSED)} of ${shut.length}; open ones for closed: ${open.length - from(open, EYES_CLOSED)} of ${open.length}`,
      }),
      figure(`smile (AUC), ${half}`, name, areaUnderCurve(smiling, serious), {
        note: `found ${from(smiling, 0.5)} of ${smiling.length}, wrongly ${from(serious, 0.5)} of ${serious.length}`,
      }),
      figure(`looking away (AUC), ${half}`, name, areaUnderCurve(away, here), {
        note: `found ${from(away, 0.5)} of ${away.length}, wrongly ${from(here, 0.5)} of ${here.length}`,
      }),
    ]
  })
  const told1 = (eyes: Judged['eyes']) => all.filter((face) => face.eyes === eyes).map(({ found }) => found.openness)
  return [
    ...halves,
    figure(
      'faces with open eyes of which it is said',
      name,
      mean(told1('open').map((value) => Number(value !== null))),
    ),
    figure('expressions, CPU ms a face', name, mean(all.map(({ cpuMs }) => cpuMs)), {
      most: 40,
      note: `openness of really closed eyes ${told1('closed').join(', ')}; behind dark glasses ${told1('covered').join(', ')}`,
    }),
  ]
}

// Closed eyes

/** The skin stretched over an eye, with its lashes, in lengths of the eye. */
const [LID, LASHES] = [0.45, 0.1]

/** The photo with a face's eyes shut: the skin above them is stretched down to the lower lids, lashes included. */
async function closeEyes(photo: DecodedPhoto, face: Face, models: Models): Promise<DecodedPhoto> {
  const mesh = await (await models.get('face-mesh'))!.locate(photo, toDetected(face))
  const iris = (await models.get('iris'))!
  const scale = photo.pixels.width / photo.width
  const point = (at: number): Point => ({ x: mesh.points[3 * at]!, y: mesh.points[3 * at + 1]! })
  const eyes = [
    await iris.trace(photo, { side: 'right', outer: point(33), inner: point(133) }),
    await iris.trace(photo, { side: 'left', outer: point(263), inner: point(362) }),
  ]
  const data = Uint8Array.from(photo.pixels.data)
  const onRaster = (points: readonly Point[]) => points.map(({ x, y }) => ({ x: x * scale, y: y * scale }))
  for (const { lower, upper } of eyes) closeEye(photo.pixels, data, onRaster(lower), onRaster(upper))
  const pixels = { ...photo.pixels, data }
  return { ...photo, pixels, fitted: (spec) => fitRaster(pixels, spec) }
}

function closeEye(from: Raster, to: Uint8Array, lower: readonly Point[], upper: readonly Point[]): void {
  const [outer, inner] = [lower[0]!, lower.at(-1)!]
  const width = Math.hypot(inner.x - outer.x, inner.y - outer.y)
  const along = { x: (inner.x - outer.x) / width, y: (inner.y - outer.y) / width }
  const turn = (upper[4]!.x - lower[4]!.x) * along.y - (upper[4]!.y - lower[4]!.y) * along.x < 0 ? -1 : 1
  const up = { x: turn * along.y, y: -turn * along.x }
  /** Lengths of the eye from its outer corner, along it and upwards. */
  const local = ({ x, y }: Point): Point => ({
    x: ((x - outer.x) * along.x + (y - outer.y) * along.y) / width,
    y: ((x - outer.x) * up.x + (y - outer.y) * up.y) / width,
  })
  const [below, above] = [lower.map(local), upper.map(local)]
  const [middleX, middleY, reach] = [(outer.x + inner.x) / 2, (outer.y + inner.y) / 2, 1.2 * width]
  for (let y = Math.max(0, Math.floor(middleY - reach)); y < Math.min(from.height, middleY + reach); y++) {
    for (let x = Math.max(0, Math.floor(middleX - reach)); x < Math.min(from.width, middleX + reach); x++) {
      const place = local({ x: x + 0.5, y: y + 0.5 })
      if (place.x < 0 || place.x > 1) continue
      const edge = heightAt(below, place.x) - 0.02
      const lid = heightAt(above, place.x) + LASHES
      if (place.y < edge || place.y > lid + LID) continue
      const height = lid - LASHES / 2 + ((place.y - edge) / (lid + LID - edge)) * (LID + LASHES / 2)
      const sx = outer.x + (along.x * place.x + up.x * height) * width - 0.5
      const sy = outer.y + (along.y * place.x + up.y * height) * width - 0.5
      for (let channel = 0; channel < 3; channel++)
        to[3 * (y * from.width + x) + channel] = sampled(from, sx, sy, channel) + 0.5
    }
  }
}

/** The height of a lid at a position along the eye, linear between its points. */
function heightAt(lid: readonly Point[], x: number): number {
  const after = lid.findIndex((point, k) => k > 0 && point.x >= x)
  const [a, b] = after < 0 ? [lid.at(-2)!, lid.at(-1)!] : [lid[after - 1]!, lid[after]!]
  const part = a.x === b.x ? 0 : Math.min(1, Math.max(0, (x - a.x) / (b.x - a.x)))
  return a.y + part * (b.y - a.y)
}

function sampled({ width, height, data }: Raster, x: number, y: number, channel: number): number {
  const inside = (value: number, side: number) => Math.min(side - 1, Math.max(0, value))
  const [x0, y0] = [inside(Math.floor(x), width), inside(Math.floor(y), height)]
  const [x1, y1] = [inside(x0 + 1, width), inside(y0 + 1, height)]
  const [fx, fy] = [inside(x - x0, 2), inside(y - y0, 2)]
  const level = (column: number, row: number) => data[3 * (row * width + column) + channel]!
  const top = level(x0, y0) * (1 - fx) + level(x1, y0) * fx
  return top * (1 - fy) + (level(x0, y1) * (1 - fx) + level(x1, y1) * fx) * fy
}

if (import.meta.main) await printFigures(evaluateExpressions)
