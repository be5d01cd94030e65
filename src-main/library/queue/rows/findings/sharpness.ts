import type { Rectangle } from '../../../../contract/analysis/cropping.ts'
import type { Face } from '../../../../contract/analysis/face.ts'
import type { FaceSharpness, Sharpness } from '../../../../contract/analysis/sharpness.ts'
import type { Findings, MeasuredFace } from '../../../../analysis/photo/findings.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { facesOf } from './faces.ts'
import type { Finding } from './finding.ts'

/** The sharpness of a photo and its faces, and its exposure, in the table `sharpness`. */
export const sharpness = {
  step: 'sharpness',
  isFound: ({ sharpness }) => sharpness !== undefined,
  save: ({ db }, photoId, { sharpness }) => {
    if (sharpness) saveSharpness(db, photoId, sharpness)
  },
  detail: ({ db }, photoId) => ({ sharpness: sharpnessOf(db, photoId) }),
} satisfies Finding

function saveSharpness(
  db: Db,
  photoId: number,
  { subject, faces, exposure, detail }: NonNullable<Findings['sharpness']>,
) {
  db.prepare(
    `INSERT OR REPLACE INTO sharpness (photo_id, subject, shadows, highlights, middle, faces, detail)
     VALUES (@photoId, @subject, @shadows, @highlights, @middle, @faces, @detail)`,
  ).run({ photoId, subject, ...exposure, faces: JSON.stringify(faces), detail: detail ?? null })
}

type Row = { subject: number; shadows: number; highlights: number; middle: number; faces: string }

/** The sharpness of a photo, or null before it was measured. */
function sharpnessOf(db: Db, photoId: number): Sharpness | null {
  const row = db
    .prepare<[number], Row>('SELECT subject, shadows, highlights, middle, faces FROM sharpness WHERE photo_id = ?')
    .get(photoId)
  if (row === undefined) return null
  const { subject, faces, ...exposure } = row
  const measured = JSON.parse(faces) as MeasuredFace[]
  return { subject, faces: facesOf(db, photoId).map((face) => marksOf(face, measured)), exposure }
}

/** Another detector, or a service, may have found the faces since: faces at the same place are the same. */
function marksOf({ coordinates }: Face, measured: readonly MeasuredFace[]): FaceSharpness | null {
  const { xmin, ymin, xmax, ymax } = coordinates
  const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2]
  const far = ({ box }: MeasuredFace) => Math.hypot((box.x1 + box.x2) / 2 - x, (box.y1 + box.y2) / 2 - y)
  const nearest = measured.toSorted((a, b) => far(a) - far(b))[0]
  if (!nearest || far(nearest) > (xmax - xmin) / 2) return null
  const { face, eyes, expression } = nearest
  return { face, eyes, ...(expression && { expression }) }
}

/** Moves the boxes of measured faces, which are on the photo as turned by its file. */
export function turnMeasured(db: Db, photoId: number, turn: (box: Rectangle) => Rectangle): void {
  const text = db.prepare<[number], string>('SELECT faces FROM sharpness WHERE photo_id = ?').pluck().get(photoId)
  if (text === undefined) return
  const measured = (JSON.parse(text) as MeasuredFace[]).map((face) => ({ ...face, box: turn(face.box) }))
  db.prepare('UPDATE sharpness SET faces = ? WHERE photo_id = ?').run(JSON.stringify(measured), photoId)
}
