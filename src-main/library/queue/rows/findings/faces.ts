import type { Face, FaceBox } from '../../../../contract/analysis/face.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { renewNamedFaces } from '../../../people/rows/named-faces.ts'
import { cropFace, turnFace } from '../../../photos/rows/turns/turn-findings.ts'
import { turnOf } from '../../../photos/rows/turns/turn-of.ts'
import type { Finding } from './finding.ts'

/**
 * Faces in the order in which they were found, in the table `faces`, on the photo as turned by its file; their number
 * in `photos`.
 */
export const faces = {
  step: 'faces',
  isFound: ({ faces }) => faces !== undefined,
  photoValues: ({ faces }) => ({ faces: faces?.length }),
  save: ({ db }, photoId, { faces }) => {
    if (faces === undefined) return
    saveFaces(db, photoId, faces)
    renewNamedFaces(db, photoId)
  },
  detail: ({ db }, photoId) => {
    const turn = turnOf(db, photoId)
    const found = facesOf(db, photoId)
    const turned = turn === null || turn.turn === 1 ? found : found.map((face) => turnFace(turn, face))
    return { faceList: turn?.frame ? turned.map((face) => cropFace(turn.frame!, face)) : turned }
  },
} satisfies Finding

/** Saves faces on the photo as turned by its file, replacing former ones. */
export function saveFaces(db: Db, photoId: number, found: readonly Face[]) {
  db.prepare('DELETE FROM faces WHERE photo_id = ?').run(photoId)
  const insert = db.prepare(
    `INSERT INTO faces (photo_id, number, confidence, xmin, ymin, xmax, ymax, width, height, face_id, details)
     VALUES (@photoId, @number, @confidence, @xmin, @ymin, @xmax, @ymax, @width, @height, @face_id, @details)`,
  )
  found.forEach(({ coordinates, confidence, face_id, attributes, landmarks }, number) => {
    const details = JSON.stringify({ attributes, landmarks })
    insert.run({ photoId, number, confidence, ...coordinates, face_id, details })
  })
}

type FaceRow = FaceBox & { confidence: number; face_id: string; details: string }

/** The faces of a photo in the order in which they were found, on the photo as turned by its file. */
export const facesOf = (db: Db, photoId: number): Face[] =>
  db
    .prepare<[number], FaceRow>(
      'SELECT confidence, xmin, ymin, xmax, ymax, width, height, face_id, details FROM faces WHERE photo_id = ? ORDER BY number',
    )
    .all(photoId)
    .map(({ confidence, face_id, details, ...coordinates }) => ({
      confidence,
      coordinates,
      face_id,
      ...(JSON.parse(details) as Pick<Face, 'attributes' | 'landmarks'>),
    }))
