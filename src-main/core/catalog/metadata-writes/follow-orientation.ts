import type { PhotoRegion } from '../../../contract/library/photo.ts'
import { turnPlaceholder } from '../../../analysis/preview/turn-placeholder.ts'
import { compose, inverse, turnArea } from '../../../formats/exif/orientations.ts'
import { turnBox } from '../../../formats/exif/turn-box.ts'
import type { Db } from '../../../sqlite/connect.ts'
import type { Context } from '../context/context.ts'
import { facesOf, saveFaces } from '../findings/faces.ts'
import { readFeatures, saveFeatures } from '../findings/croppings.ts'
import { turnMeasured } from '../findings/sharpness.ts'
import { turnFace, turnFeatures, turnRegion } from '../turns/turn-findings.ts'
import { readStatements, tidyStatements, writeStatements } from '../people/face-statements.ts'
import { renewNamedFaces } from '../people/named-faces.ts'
import { turnOf } from '../turns/turn-of.ts'

type TurnContext = Pick<Context, 'db' | 'faceVectors'>
type Row = { fileOrientation: number; thumbTurn: number; placeholder: Buffer | null }

/**
 * Takes down that a photo's file now says another orientation, without its pixels having changed: what analysis found,
 * which lies on the photo as its file says, is turned along, so that nothing is found again.
 */
export function followOrientation(context: TurnContext, photoId: number, orientation: number): void {
  const { db } = context
  const row = db
    .prepare<[number], Row>(
      'SELECT file_orientation AS fileOrientation, thumb_turn AS thumbTurn, placeholder FROM photos WHERE id = ?',
    )
    .get(photoId)
  const between = compose(inverse(row?.fileOrientation ?? 1), orientation)
  if (row !== undefined && between !== 1) turnAlong(context, photoId, between, row)
  db.prepare('UPDATE photos SET file_orientation = ? WHERE id = ?').run(orientation, photoId)
  if (between !== 1) renewNamedFaces(db, photoId)
}

/** The thumbnail stays as it is; pictures of it get addresses that were never used. */
function turnAlong(context: TurnContext, photoId: number, turn: number, { thumbTurn, placeholder }: Row): void {
  const { db } = context
  const size = turnOf(db, photoId)!.size
  saveFaces(
    db,
    photoId,
    facesOf(db, photoId).map((face) => turnFace({ turn, size }, face)),
  )
  turnMeasured(db, photoId, (box) => turnBox(turn, size, box))
  const features = readFeatures(db, photoId)
  if (features !== null) saveFeatures(db, photoId, turnFeatures(turn, features))
  turnRegions(db, photoId, turn)
  turnPeople(context, photoId, turn)
  db.prepare(
    `UPDATE photos SET placeholder = @placeholder, thumb_turn = @thumbTurn,
       thumb_version = thumb_version + sign(thumb_version) WHERE id = @photoId`,
  ).run({
    photoId,
    placeholder: placeholder && Buffer.from(turnPlaceholder(turn, placeholder)),
    thumbTurn: compose(thumbTurn, turn),
  })
}

function turnRegions(db: Db, photoId: number, turn: number): void {
  const text = db
    .prepare<[number], string | null>("SELECT data -> '$.regions' FROM metadata WHERE photo_id = ?")
    .pluck()
    .get(photoId)
  if (text === undefined || text === null) return
  const regions = (JSON.parse(text) as PhotoRegion[]).map((region) => turnRegion(turn, region))
  db.prepare("UPDATE metadata SET data = json_set(data, '$.regions', json(?)) WHERE photo_id = ?").run(
    JSON.stringify(regions),
    photoId,
  )
}

/** What the person said of faces, and their vectors, lie on the photo as its file says, too. */
function turnPeople({ db, faceVectors }: TurnContext, photoId: number, turn: number): void {
  const said = readStatements(db, [photoId]).get(photoId) ?? []
  const turned = said.map((statement) => ({ ...statement, ...turnArea(turn, statement) }))
  if (said.length > 0) writeStatements(db, [photoId], tidyStatements(turned))
  faceVectors.turn(photoId, (area) => turnArea(turn, area))
}
