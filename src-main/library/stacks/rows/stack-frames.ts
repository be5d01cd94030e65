import type { MeasuredFace } from '../../../analysis/photo/findings.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { decodeHalves } from '../../../base/sqlite/vector-blob.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { lightOf } from './likeness.ts'
import { exactTimeOf, exposureOf } from './find-frames.ts'
import { STACK_NUMBER } from './stack-number.ts'
import { importanceOfParts } from './subject-detail.ts'
import type { FrameQuality } from './suggest-frame.ts'

/** A frame of a stack, with the person's decisions. */
export type StackFrame = FrameQuality & {
  top: number
  isPicked: boolean
  /** Stars, 0 to 5. */
  rating: number
  /** In stops; null if the file does not contain it. */
  exposure: number | null
  /** As in `Frame`. */
  light: number | null
  isPending: boolean
  camera: string
  /** Wall-clock milliseconds, and how long the shutter was open. */
  takenMs: number
  openMs: number
  /** Tenths of a millimetre; 0 if the file does not contain it. */
  focalLength: number
  placeholder: Uint8Array | null
  /** As `measureDetail` gives it; null before it was measured. */
  detail: Uint8Array | null
  /** As `importanceOfParts` gives it; null before that was looked for. */
  importance: readonly number[] | null
}

type Row = {
  id: number
  pick: number
  rating: number
  top: number
  subject: number | null
  shadows: number
  highlights: number
  middle: number
  faces: string
  exposureUs: number
  aperture: number
  iso: number
  isPending: 0 | 1
  camera: number
  takenMs: number
  subsec: string | null
  focalLength: number
  placeholder: Buffer | null
  detail: Buffer | null
  columns: number
  rows: number
  map: Buffer | null
}

const FRAMES = `SELECT p.id, p.pick, p.rating, p.stack_top AS top, s.subject, s.shadows, s.highlights, s.middle, s.faces,
    p.exposure_us AS exposureUs, p.aperture, p.iso, p.camera, p.taken_ms AS takenMs, p.focal_length AS focalLength,
    m.data ->> '$.subsec' AS subsec, p.placeholder, s.detail,
    c.map_columns AS columns, c.map_rows AS rows, c.map,
    p.status = ${photoStatus.number.pending} OR (p.status = ${photoStatus.number.ready} AND p.later <> 0) AS isPending
  FROM photos p LEFT JOIN sharpness s ON s.photo_id = p.id LEFT JOIN metadata m ON m.photo_id = p.id
    LEFT JOIN crop_cues c ON c.photo_id = p.id
  WHERE ${STACK_NUMBER} = ? AND ${STACK_NUMBER} <> 0 ORDER BY p.taken_ms, p.id`

/** Reads the frames of a stack by time, hidden ones included. */
export function createFrameReader(db: Db): (stack: number) => StackFrame[] {
  const select = db.prepare<[number], Row>(FRAMES)
  return (stack) => select.all(stack).map(toFrame)
}

const CONTENT = `SELECT e.photo_id AS id, e.model_id AS model, e.vector FROM photos p JOIN embeddings e ON e.photo_id = p.id
  WHERE ${STACK_NUMBER} = ? AND ${STACK_NUMBER} <> 0`

/** The same with their content vectors, for what was learned from choices. */
export function createSeenFrameReader(db: Db): (stack: number) => StackFrame[] {
  const readFrames = createFrameReader(db)
  const select = db.prepare<[number], { id: number; model: number; vector: Buffer }>(CONTENT)
  return (stack) => {
    const content = new Map(
      select.all(stack).map(({ id, model, vector }) => [id, { model, vector: decodeHalves(vector) }]),
    )
    return readFrames(stack).map((frame) => {
      const own = content.get(frame.id)
      return own === undefined ? frame : { ...frame, content: own }
    })
  }
}

function toFrame({ id, pick, top, subject, faces, ...row }: Row): StackFrame {
  const { focalLength, placeholder, detail, columns, rows, map } = row
  const frame = {
    id,
    top,
    isPicked: pick > 0,
    isRejected: pick < 0,
    rating: row.rating,
    exposure: exposureOf(row),
    light: lightOf(placeholder),
    camera: String(row.camera),
    takenMs: exactTimeOf(row),
    openMs: row.exposureUs / 1000,
    focalLength,
    placeholder,
    detail,
    importance: map === null ? null : importanceOfParts({ columns, rows, values: map }),
    isPending: row.isPending === 1,
  }
  if (subject === null) return { ...frame, measured: null }
  const { shadows, highlights, middle } = row
  const found = JSON.parse(faces) as MeasuredFace[]
  return {
    ...frame,
    measured: {
      subject,
      eyes: leastOf(found, 100, ({ eyes }) => eyes),
      faces: leastOf(found, 100, ({ face }) => face),
      clippedFaces: negated(leastOf(found, 0, ({ clipped }) => negated(clipped))),
      openness: leastOf(found, 1, ({ expression }) => expression?.openness),
      smile: leastOf(found, 1, ({ expression }) => expression?.smile),
      away: negated(leastOf(found, 0, ({ expression }) => negated(expression?.away))),
      exposure: { shadows, highlights, middle },
    },
  }
}

type Value = number | null | undefined

/**
 * The least value of all faces, since one person with closed eyes spoils a group. What a face lacks of the best value
 * counts by its area beside the largest face, since a small face in the background hardly matters. Null without any.
 */
function leastOf(faces: readonly MeasuredFace[], best: number, of: (face: MeasuredFace) => Value): number | null {
  const areaOf = ({ box }: MeasuredFace) => Math.max(1, (box.x2 - box.x1) * (box.y2 - box.y1))
  const largest = Math.max(...faces.map(areaOf))
  const values = faces.flatMap((face) => {
    const value = of(face) ?? null
    return value === null ? [] : [best - ((best - value) * areaOf(face)) / largest]
  })
  return values.length === 0 ? null : Math.min(...values)
}

const negated = (value: Value): number | null => (value === null || value === undefined ? null : 0 - value)
