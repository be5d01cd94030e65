import { valueFields } from '../../../../contract/library/metadata-writing.ts'
import type { PhotoMetadata } from '../../../../contract/library/photo.ts'
import { type Position, parsePosition } from '../../../../contract/library/position.ts'
import { type TextField, type Texts, textFields } from '../../../../contract/library/text-fields.ts'
import { keywordKey, levelsOf } from '../../plan/keyword-names.ts'
import { isSameValue, type Value, type ValueField, type Written } from '../../plan/work.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { turnArea } from '../../../../base/formats/exif/orientations.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { fileOrientationOf } from '../../../people/rows/regions-to-write.ts'
import { baseOfMetadata } from './target-state.ts'
import type { Context } from '../../../catalog/context/context.ts'
import { enqueueWrites } from './enqueue-writes.ts'

/**
 * A file's metadata without what Lumafold itself wrote there: the person's work counts through the catalogue, so that
 * an undo shows the file's former values again. If another program changed what Lumafold had written, the photo is
 * merged again. The metadata that waiting changes refer to is kept for them.
 */
export function withoutOwnWork(context: Context, photoId: number, metadata: PhotoMetadata): PhotoMetadata {
  const { db } = context
  keepBase(db, photoId)
  const all = db
    .prepare<[number], string>('SELECT written FROM metadata_written WHERE photo_id = ? ORDER BY target DESC')
    .pluck()
    .all(photoId)
    .map((text) => JSON.parse(text) as Written)
  if (all.some((written) => isChanged(metadata, written))) enqueueWrites(context, [photoId])
  const former = readBefore(db, photoId)
  return all.reduce((rest, written) => withoutOwnFaces(db, photoId, takeOut(rest, written, former), written), metadata)
}

/** The waiting changes refer to the metadata as it was until now. */
function keepBase(db: Db, photoId: number): void {
  db.prepare(
    `UPDATE metadata_writes SET base = (SELECT data FROM metadata WHERE photo_id = metadata_writes.photo_id)
     WHERE photo_id = ? AND base IS NULL`,
  ).run(photoId)
}

/**
 * The file's time and orientation, as read before: values written beside the file cover them, and they count again as
 * soon as the person withdraws theirs.
 */
type Former = Pick<PhotoMetadata, 'takenAt' | 'offset' | 'latitude' | 'longitude' | 'altitude'> & {
  orientation: number | null
}

const readBefore = (db: Db, photoId: number): Former =>
  db
    .prepare<[number], Former>(
      `SELECT data ->> '$.takenAt' AS takenAt, data ->> '$.offset' AS offset, data ->> '$.orientation' AS orientation,
         data ->> '$.latitude' AS latitude, data ->> '$.longitude' AS longitude, data ->> '$.altitude' AS altitude
       FROM metadata WHERE photo_id = ?`,
    )
    .get(photoId) ?? { takenAt: null, offset: null, orientation: null, latitude: null, longitude: null, altitude: null }

function isChanged(metadata: PhotoMetadata, { values, added, removed }: Written): boolean {
  const read = baseOfMetadata(metadata)
  const keys = new Set(read.keywords.map(keywordKey))
  return (
    valueFields.some(
      (field) => values[field] !== undefined && !isSameValue(field, read.values[field], values[field].written),
    ) ||
    added.some((word) => !keys.has(keywordKey(word))) ||
    removed.some((word) => keys.has(keywordKey(word)))
  )
}

function takeOut(metadata: PhotoMetadata, written: Written, former: Former): PhotoMetadata {
  const { values } = written
  const read = baseOfMetadata(metadata).values
  const isOwn = (field: ValueField) =>
    values[field] !== undefined && isSameValue(field, read[field], values[field].written)
  const text = (field: TextField | 'label') =>
    isOwn(field) ? (values[field]!.before as string | null) : metadata[field]
  const number = (field: 'rating' | 'pick') =>
    isOwn(field) ? (values[field]!.before as number | null) : metadata[field]
  return {
    ...metadata,
    rating: number('rating'),
    pick: number('pick') as PhotoMetadata['pick'],
    label: text('label'),
    crop: isOwn('crop') ? (values.crop!.before as string | null) : metadata.crop,
    ...(Object.fromEntries(textFields.map((field) => [field, text(field)])) as Texts),
    ...(isOwn('takenAt') ? timeBefore(values.takenAt!.before, former) : {}),
    ...(isOwn('position') ? positionBefore(values.position!.before, former) : {}),
    orientation: isOwn('orientation')
      ? ((values.orientation!.before as number | null) ?? former.orientation ?? 1)
      : metadata.orientation,
    ...keywordsWithout(metadata, written),
  }
}

function timeBefore(before: Value, { takenAt, offset }: Former): Pick<Former, 'takenAt' | 'offset'> {
  const time = parseWallClock(before)
  return time === null ? { takenAt, offset } : { takenAt: time.at, offset: time.offset }
}

/** The file's position; a packet without one may be beside a file with one. */
function positionBefore(before: Value, { latitude, longitude, altitude }: Former): Position | NoPosition {
  return parsePosition(before) ?? { latitude, longitude, altitude }
}
type NoPosition = Pick<PhotoMetadata, 'latitude' | 'longitude' | 'altitude'>

/** Keywords without those that Lumafold added, and with those that it removed. */
function keywordsWithout(
  { keywords, keywordPaths }: PhotoMetadata,
  { added, removed }: Written,
): Pick<PhotoMetadata, 'keywords' | 'keywordPaths'> {
  const isNested = (name: string) => name.includes('/')
  const less = new Set(added.map(keywordKey))
  const paths = keywordPaths.filter((name) => !less.has(keywordKey(name)))
  const leaves = new Set(added.map((name) => keywordKey(levelsOf(name).at(-1)!)))
  const plain = keywords.filter((name) => !leaves.has(keywordKey(name)))
  const missing = (names: readonly string[], more: readonly string[]) => {
    const keys = new Set(names.map(keywordKey))
    return more.filter((name) => !keys.has(keywordKey(name)))
  }
  return {
    keywords: [
      ...plain,
      ...missing(
        plain,
        removed.filter((name) => !isNested(name)),
      ),
    ],
    keywordPaths: [...paths, ...missing(paths, removed.filter(isNested))],
  }
}

/** Faces and people without those that Lumafold wrote: they count through the catalogue. */
function withoutOwnFaces(db: Db, photoId: number, metadata: PhotoMetadata, { regions }: Written): PhotoMetadata {
  if (regions === undefined) return metadata
  const turn = fileOrientationOf(db, photoId)
  const own = regions.faces.map(({ name, x, y, w, h }) => ({
    name,
    ...turnArea(turn, { x: x - w / 2, y: y - h / 2, width: w, height: h }),
  }))
  const isOwn = (region: PhotoMetadata['regions'][number]) =>
    own.some(
      (each) =>
        each.name === region.name &&
        (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(each[side] - region[side]) < NEAR),
    )
  const left = metadata.regions.filter((region) => !isOwn(region))
  const named = new Set(left.map(({ name }) => name))
  const people = metadata.people.filter((name) => named.has(name) || !regions.people.includes(name))
  return { ...metadata, regions: left, people }
}

/** Regions are read to a millionth, and clipped to the picture. */
const NEAR = 0.002
