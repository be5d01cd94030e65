import { keepText } from '../../../catalog/codecs/kept-text.ts'
import { type Position, parsePosition } from '../../../../contract/library/position.ts'
import { textFields } from '../../../../contract/library/text-fields.ts'
import type { Adopted } from '../../plan/merge-work.ts'
import { isNothingWritten, wallClockOf } from '../../plan/work.ts'
import type { Context } from '../../../catalog/context/context.ts'
import { putConflicts } from './conflicts.ts'
import { columnOf } from '../../../editing/rows/person-texts.ts'
import { adoptOrientation } from '../../../photos/rows/turns/write-orientation.ts'
import { NEVER_MS } from './enqueue-writes.ts'
import type { FailedWrite, FinishedTarget, FinishedWrite } from './write-types.ts'
import type { PhotoRegion } from '../../../../contract/library/photo.ts'
import { turnPlaceholder } from '../../../../analysis/preview/turn-placeholder.ts'
import { compose, inverse, turnArea } from '../../../../base/formats/exif/orientations.ts'
import { turnBox, turnPixel } from '../../../../base/formats/exif/turn-box.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { facesOf, saveFaces } from '../../../queue/rows/findings/faces.ts'
import { readFeatures, saveFeatures } from '../../../queue/rows/findings/croppings.ts'
import { turnMeasured } from '../../../queue/rows/findings/sharpness.ts'
import { turnLines } from '../../../queue/rows/findings/text.ts'
import { turnFace, turnFeatures, turnRegion } from '../../../photos/rows/turns/turn-findings.ts'
import { readStatements, tidyStatements, writeStatements } from '../../../people/rows/face-statements.ts'
import { renewNamedFaces } from '../../../people/rows/named-faces.ts'
import { turnOf } from '../../../photos/rows/turns/turn-of.ts'

/** `words` finds photos by their texts. */
export type FinishDependencies = Context & { words: { put(photoId: number): void } }

/** Saves that photos were written, and what was adopted from their files; returns those that changed by that. */
export function finishWrites(context: FinishDependencies, writes: readonly FinishedWrite[]): number[] {
  const { db } = context
  const done = db.prepare('DELETE FROM metadata_writes WHERE photo_id = @photoId AND revision = @revision')
  const later = db.prepare('UPDATE metadata_writes SET base = NULL WHERE photo_id = @photoId')
  const exists = db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
  return writes.flatMap(({ photoId, revision, fileId, targets, isDone }) => {
    if (exists.get(photoId) === undefined) return []
    if (isDone && done.run({ photoId, revision }).changes === 0) later.run({ photoId })
    const adopted = targets.map((target) => finishTarget(context, photoId, fileId, target))
    return adopted.includes(true) ? [photoId] : []
  })
}

function finishTarget(context: FinishDependencies, photoId: number, fileId: number, finished: FinishedTarget): boolean {
  const { db } = context
  const { target, hash, written, conflicts, restoredId, stats, fileOrientation } = finished
  const key = { photoId, target }
  if (isNothingWritten(written))
    db.prepare('DELETE FROM metadata_written WHERE photo_id = @photoId AND target = @target').run(key)
  else
    db.prepare(
      'INSERT OR REPLACE INTO metadata_written (photo_id, target, hash, written) VALUES (@photoId, @target, @hash, @written)',
    ).run({ ...key, hash, written: JSON.stringify(written) })
  if (restoredId !== undefined)
    db.prepare(
      'DELETE FROM metadata_versions WHERE photo_id = @photoId AND target = @target AND id >= @restoredId',
    ).run({
      ...key,
      restoredId,
    })
  putConflicts(context, photoId, target, conflicts)
  if (stats !== undefined) recordFile(context, fileId, { ...stats, hash })
  if (fileOrientation !== undefined) followOrientation(context, photoId, fileOrientation)
  return adopt(context, photoId, finished.adopted) || fileOrientation !== undefined
}

/** The file is the known one with other metadata: nothing of it is analysed again. */
function recordFile(
  { db, now }: Context,
  fileId: number,
  stats: NonNullable<FinishedTarget['stats']> & { hash: string },
): void {
  db.prepare(
    `INSERT OR REPLACE INTO file_versions (file_id, image_hash, content_hash, seen_ms)
     SELECT id, image_hash, content_hash, ? FROM files WHERE id = ? AND content_hash <> ''`,
  ).run(now(), fileId)
  db.prepare(
    'UPDATE files SET bytes = @bytes, modified_ms = @modifiedMs, changed_ms = @changedMs, file_key = @fileKey, content_hash = @hash WHERE id = @fileId',
  ).run({ changedMs: null, ...stats, fileId })
}

/** Values that come from the file until the person sets them. */
const columnsOf = {
  rating: { flag: 'is_rated', none: 0 },
  pick: { flag: 'is_picked', none: 0 },
  label: { flag: 'is_labelled', none: '' },
  crop: { flag: 'is_crop_given', none: '' },
} as const

/** The file's own value counts again if another program changed what Lumafold had written. */
function adopt(
  { db, vocabulary, words }: FinishDependencies,
  photoId: number,
  { values, droppedAdded, droppedRemoved }: Adopted,
): boolean {
  const { takenAt, orientation, position } = values
  if (orientation !== undefined) adoptOrientation(db, photoId, Number(orientation ?? 1))
  for (const field of ['rating', 'pick', 'label', 'crop'] as const) {
    const { flag, none } = columnsOf[field]
    if (values[field] !== undefined)
      db.prepare(`UPDATE photos SET ${field} = ?, ${flag} = 0 WHERE id = ?`).run(values[field] ?? none, photoId)
  }
  if (takenAt !== undefined)
    db.prepare(
      `UPDATE photos SET taken_at = @at, taken_ms = unixepoch(@at) * 1000, is_dated = 0, given_offset = ''
       WHERE id = @photoId`,
    ).run({
      photoId,
      at: wallClockOf(takenAt),
    })
  if (position !== undefined) adoptPosition(db, photoId, parsePosition(position))
  for (const field of textFields)
    if (values[field] !== undefined)
      db.prepare(`UPDATE person_texts SET ${columnOf(field)} = NULL WHERE photo_id = ?`).run(photoId)
  if (Object.keys(values).length > 0) words.put(photoId)
  const idsOf = (names: readonly string[]) => names.flatMap((word) => vocabulary.findTag(word) ?? [])
  const untag = db.prepare('DELETE FROM person_tags WHERE photo_id = ? AND tag_id = ?')
  for (const id of idsOf(droppedAdded)) untag.run(photoId, id)
  const unhide = db.prepare('DELETE FROM removed_tags WHERE photo_id = ? AND tag_id = ?')
  for (const id of idsOf(droppedRemoved)) unhide.run(photoId, id)
  return Object.keys(values).length + droppedAdded.length + droppedRemoved.length > 0
}

function adoptPosition(db: Context['db'], photoId: number, position: Position | null): void {
  const { latitude = null, longitude = null } = position ?? {}
  db.prepare(
    `UPDATE photos SET latitude = @latitude, longitude = @longitude, is_located = 0, given_altitude = NULL, needs_place = 1
     WHERE id = @photoId`,
  ).run({ photoId, latitude, longitude })
}

/** Saves why photos could not be written and when they are tried again. */
export function failWrites({ db }: Pick<Context, 'db'>, writes: readonly FailedWrite[]): void {
  const update = db.prepare(
    `UPDATE metadata_writes SET failure = @failure, attempts = attempts + 1, due_ms = @dueMs
     WHERE photo_id = @photoId AND revision = @revision`,
  )
  for (const { photoId, revision, failure, retryAtMs } of writes)
    update.run({ photoId, revision, failure: keepText(failure), dueMs: retryAtMs ?? NEVER_MS })
}

type TurnContext = Pick<Context, 'db' | 'faceVectors'>
type Row = { fileOrientation: number; thumbTurn: number; placeholder: Buffer | null }

/**
 * Records that a photo's file now has another orientation, with the same pixels: findings, which refer to the photo as
 * in its file, are turned too, so that nothing is analysed again.
 */
function followOrientation(context: TurnContext, photoId: number, orientation: number): void {
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

/** The thumbnail stays unchanged; pictures of it get addresses that were never used. */
function turnAlong(context: TurnContext, photoId: number, turn: number, { thumbTurn, placeholder }: Row): void {
  const { db } = context
  const size = turnOf(db, photoId)!.size
  saveFaces(
    db,
    photoId,
    facesOf(db, photoId).map((face) => turnFace({ turn, size }, face)),
  )
  turnMeasured(db, photoId, (box) => turnBox(turn, size, box))
  turnLines(db, photoId, ({ x, y }) => turnPixel(turn, size, x, y))
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

/** A person's statements about faces, and their vectors, refer to the photo as in its file, too. */
function turnPeople({ db, faceVectors }: TurnContext, photoId: number, turn: number): void {
  const statements = readStatements(db, [photoId]).get(photoId) ?? []
  const turned = statements.map((statement) => ({ ...statement, ...turnArea(turn, statement) }))
  if (statements.length > 0) writeStatements(db, [photoId], tidyStatements(turned))
  faceVectors.turn(photoId, (area) => turnArea(turn, area))
}
