import type { Db } from '../../../base/sqlite/connect.ts'
import { decodeHalves } from '../../../base/sqlite/vector-blob.ts'
import { mediaKind } from '../../catalog/codecs/numbered.ts'
import { type Frame, MAX_GAP_MS } from './group-frames.ts'
import { lightOf, type Appearance } from './likeness.ts'
import { MAX_TURN_MS, type PanoramaFrame } from './panorama.ts'

/** A photo with everything that decides its stack, and its present automatic stack. */
export type KnownFrame = Frame & PanoramaFrame & { autoStack: number; appearance: Appearance }

type Row = {
  id: number
  camera: number
  takenMs: number
  exposureUs: number
  aperture: number
  iso: number
  focalLength: number
  placeholder: Buffer | null
  autoStack: number
  personStack: number | null
  subsec: string | null
  serial: string | null
  model: number | null
  vector: Buffer | null
}

/** Photos with a camera's time; photos that a person dated may all have the same. */
const STACKABLE = `p.camera > 0 AND p.taken_ms IS NOT NULL AND p.is_dated = 0 AND p.removed_ms IS NULL
  AND p.media = ${mediaKind.number.photo}`

const FRAMES = `SELECT p.id, p.camera, p.taken_ms AS takenMs, p.exposure_us AS exposureUs, p.aperture, p.iso,
    p.focal_length AS focalLength, p.placeholder, p.auto_stack AS autoStack, p.person_stack AS personStack,
    m.data ->> '$.subsec' AS subsec, m.data ->> '$.cameraSerial' AS serial, e.model_id AS model, e.vector
  FROM photos p LEFT JOIN metadata m ON m.photo_id = p.id LEFT JOIN embeddings e ON e.photo_id = p.id
  WHERE ${STACKABLE} AND p.camera = @camera AND p.taken_ms BETWEEN @from AND @to`

type Shot = { takenMs: number; openMs: number }
const SHOT = 'SELECT taken_ms AS takenMs, exposure_us / 1000 AS openMs FROM photos p WHERE'

/** Times are stored in whole seconds, so those of neighbours may differ by one more. */
const SECOND_MS = 1000

/** Finds the photos around one that may be in its stack, or in a neighbouring one. */
export function createFrameFinder(db: Db) {
  const own = db.prepare<[number], Shot & { camera: number }>(
    `SELECT camera, taken_ms AS takenMs, exposure_us / 1000 AS openMs FROM photos p WHERE p.id = ? AND ${STACKABLE}`,
  )
  const before = db.prepare<[number, number], Shot>(
    `${SHOT} ${STACKABLE} AND p.camera = ? AND p.taken_ms < ? ORDER BY p.taken_ms DESC, p.exposure_us DESC LIMIT 1`,
  )
  const after = db.prepare<[number, number], Shot>(
    `${SHOT} ${STACKABLE} AND p.camera = ? AND p.taken_ms > ? ORDER BY p.taken_ms, p.exposure_us DESC LIMIT 1`,
  )
  const between = db.prepare<[{ camera: number; from: number; to: number }], Row>(FRAMES)
  /** The photo and all that are linked to it by short times; empty if it is in no automatic stack. */
  return (photoId: number): KnownFrame[] => {
    const shot = own.get(photoId)
    if (shot === undefined) return []
    const { camera } = shot
    const first = furthest(
      shot,
      (from) => before.get(camera, from.takenMs),
      (from, next) => isNear(next, from),
    )
    const last = furthest(shot, (from) => after.get(camera, from.takenMs), isNear)
    return between.all({ camera, from: first.takenMs, to: last.takenMs }).map(toFrame)
  }
}

/** The last photo that is reached by short times from one to the next. */
function furthest(
  from: Shot,
  findNext: (from: Shot) => Shot | undefined,
  isLinked: (from: Shot, next: Shot) => boolean,
): Shot {
  let last = from
  for (;;) {
    const next = findNext(last)
    if (next === undefined || !isLinked(last, next)) return last
    last = next
  }
}

const isNear = (earlier: Shot, later: Shot) =>
  later.takenMs - earlier.takenMs <= Math.max(MAX_GAP_MS, MAX_TURN_MS) + SECOND_MS + earlier.openMs

function toFrame(row: Row): KnownFrame {
  return {
    id: row.id,
    camera: `${row.camera} ${row.serial ?? ''}`,
    takenMs: exactTimeOf(row),
    openMs: row.exposureUs / 1000,
    exposure: exposureOf(row),
    light: lightOf(row.placeholder),
    person: row.personStack === null ? 'free' : row.personStack === 0 ? 'alone' : 'taken',
    autoStack: row.autoStack,
    focalLength: row.focalLength,
    placeholder: row.placeholder,
    appearance: {
      placeholder: row.placeholder,
      model: row.model ?? 0,
      vector: row.vector === null ? null : decodeHalves(row.vector),
    },
  }
}

/** Wall-clock milliseconds, with what the camera wrote behind the full second. */
export const exactTimeOf = ({ takenMs, subsec }: Pick<Row, 'takenMs' | 'subsec'>): number =>
  takenMs + Math.floor(Number(`0.${/^\d{1,9}/.exec(subsec ?? '')?.[0] ?? '0'}`) * SECOND_MS)

/** In stops; a lens without an aperture value has the same one in all photos of a moment. */
export function exposureOf({ exposureUs, aperture, iso }: Pick<Row, 'exposureUs' | 'aperture' | 'iso'>): number | null {
  if (exposureUs === 0 || iso === 0) return null
  return Math.log2((exposureUs * iso) / (aperture || 10) ** 2)
}
