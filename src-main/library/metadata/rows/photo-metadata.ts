import { keepText, readText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { join } from 'node:path'
import type { FilmPart } from '../../../contract/library/film.ts'
import type { PhotoMetadata, PhotoRegion } from '../../../contract/library/photo.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { availableRoots } from '../../folders/rows/absent-roots.ts'
import { renewDenormalisedRow } from '../../catalog/denormalised/denormalised-rows.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'
import { replaceTags } from '../../keywords/rows/tags/photo-tags.ts'
import { emptyMetadata } from '../../../contract/library/empty-metadata.ts'
import { withoutOwnWork } from '../write/rows/without-own-work.ts'
import { prepareOthersSidecars } from '../write/rows/others-sidecars.ts'
import type { CameraPicture } from '../../pictures/rows/thumbnails.ts'
import type { FullText } from './full-text.ts'
import { renewNamedFaces } from '../../people/rows/named-faces.ts'
import { givenTextsOf } from '../../editing/rows/person-texts.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import { cropArea, turnRegion } from '../../photos/rows/turns/turn-findings.ts'
import { pairKindOf } from '../../pairs/kinds/pair-kind.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'
import { wallClockMs } from './wall-clock.ts'
import { keywordNames } from '../plan/keyword-names.ts'

/** For a photo's file at that time; if it has changed since, it is read again. */
type OfFile = { id: number; modifiedMs?: number | undefined }
/** What was read from a photo's file; a size of 0 is unknown, `problem` is what could not be read. */
export type ReadMetadata = OfFile & {
  metadata: PhotoMetadata
  /** The orientation that decoders apply, 1 to 8; by default that of the metadata. */
  fileOrientation?: number
  /** As turned by the file's orientation. */
  width: number
  height: number
  problem?: Text | null
  /** Which sidecars were read; empty without any. */
  sidecarKey?: string
  /** Shown until the photo has a thumbnail. */
  cameraPicture?: CameraPicture | null
  /** Where in the file the film of a motion photo is. */
  film?: FilmPart | null
  /** The same of the picture beside a RAW file. */
  beside?: { name: string; film: FilmPart | null }
}
/** A photo whose file must be read, and the file as last seen. */
export type UnreadPhoto = {
  id: number
  path: string
  bytes: number
  modifiedMs: number
  changedMs: number | null
  fileKey: string | null
  /** Hashes of sidecars at its place that belong to other photos. */
  othersSidecars: readonly string[]
  /** The camera's picture if the photo's main file is RAW: it may contain a film. */
  picture?: string
}
/** Why a photo's file could not be read, in a sentence. */
export type UnreadableMetadata = OfFile & { problem: Text }
type Dependencies = Context & { fullText: FullText }

type UnreadRow = Omit<UnreadPhoto, 'path' | 'othersSidecars' | 'picture'> & {
  folderId: number
  name: string
  /** Names of its other files in the same folder, separated by slashes; null if there are none. */
  others: string | null
}

const SELECT_UNREAD = `SELECT p.id, f.folder_id AS folderId, f.name, f.bytes, f.modified_ms AS modifiedMs, f.changed_ms AS changedMs,
  f.file_key AS fileKey,
  (SELECT group_concat(o.name, '/') FROM files o WHERE o.photo_id = p.id AND o.is_main = 0 AND o.is_missing = 0
    AND o.folder_id = f.folder_id) AS others
  FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1`

/** Whether the photo's metadata was not read since its file last changed. */
export const lacksMetadata = (db: Db, photoId: number): boolean =>
  db.prepare<[number], unknown>('SELECT 1 FROM photos WHERE id = ? AND needs_metadata = 1').get(photoId) !== undefined

/** The photo with its file, to be read again; undefined if there is none. */
export function toRead(db: Db, photoId: number): UnreadPhoto | undefined {
  const row = db.prepare<[number], UnreadRow>(`${SELECT_UNREAD} WHERE p.id = ?`).get(photoId)
  if (row === undefined) return undefined
  return toUnread(row, createPathOf({ db })(row.folderId), prepareOthersSidecars(db))
}

function toUnread(
  { folderId, name, others, ...photo }: UnreadRow,
  folder: string,
  othersOf: ReturnType<typeof prepareOthersSidecars>,
): UnreadPhoto {
  const othersSidecars = othersOf({ photoId: photo.id, folderId, name })
  const isRaw = pairKindOf(name) === 'raw'
  const picture = isRaw ? others?.split('/').find((other) => pairKindOf(other) === 'picture') : undefined
  const beside = picture === undefined ? {} : { picture: join(folder, picture) }
  return { ...photo, path: join(folder, name), othersSidecars, ...beside }
}

/**
 * Photos whose metadata was not read since their file last changed and that can be read now, the newest of each root
 * first.
 */
export function listUnread(db: Db, limit: number): UnreadPhoto[] {
  const pathOf = createPathOf({ db })
  const othersOf = prepareOthersSidecars(db)
  const select = db.prepare<[number, number], UnreadRow>(
    `${SELECT_UNREAD}
     WHERE p.needs_metadata = 1 AND p.status <> ${photoStatus.number.missing} AND p.root_id = ?
     ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const unread: UnreadPhoto[] = []
  for (const root of availableRoots(db)) {
    const rows = select.all(root, limit - unread.length)
    for (const row of rows) unread.push(toUnread(row, pathOf(row.folderId), othersOf))
    if (unread.length >= limit) break
  }
  return unread
}

/**
 * Saves what was read from files: keywords and people become tags of the source `file`; rating, label and pick count
 * until the person sets them.
 */
export function saveMetadata(context: Dependencies, batch: readonly ReadMetadata[]): void {
  const saved = context.write(() =>
    batch.filter((read) => saveOne(context, { ...read, metadata: withoutOwnWork(context, read.id, read.metadata) })),
  )
  context.changed.photos(saved.map((read) => read.id))
  context.changed.text()
  context.thumbnails.putCameraPictures(saved.map(({ id, cameraPicture = null }) => ({ id, picture: cameraPicture })))
}

/** Metadata read before stays; the file is not tried again before it changes. */
export function markUnreadable({ db, write, changed }: Dependencies, batch: readonly UnreadableMetadata[]): void {
  const mark = db.prepare(
    `UPDATE photos SET needs_metadata = ${STILL_NEEDED}, metadata_problem = @problem WHERE id = @id`,
  )
  write(() =>
    batch.forEach(({ id, modifiedMs, problem }) =>
      mark.run({ id, modifiedMs: modifiedMs ?? null, problem: keepText(problem) }),
    ),
  )
  changed.photos(batch.map(({ id }) => id))
}

/** The number of photos whose metadata could not be read completely, and one of them. */
export type MetadataProblems = { count: number; example: { name: string; problem: Text | null } | null }

export function countMetadataProblems(db: Db): MetadataProblems {
  const count = db.prepare<[], number>("SELECT count(*) FROM photos WHERE metadata_problem <> ''").pluck().get() ?? 0
  const example = db
    .prepare<[], { name: string; problem: string }>(
      `SELECT f.name, p.metadata_problem AS problem FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
       WHERE p.metadata_problem <> '' ORDER BY p.id LIMIT 1`,
    )
    .get()
  return { count, example: example === undefined ? null : { ...example, problem: readText(example.problem) } }
}

/** 1 if the file is not the one that was read; `@modifiedMs` is NULL if unknown. */
const STILL_NEEDED = `(needs_metadata = 1 AND @modifiedMs <>
  (SELECT modified_ms FROM files WHERE photo_id = photos.id AND is_main = 1)) IS TRUE`

const SHOWN_ORIENTATION = 'CASE WHEN is_oriented THEN orientation ELSE @orientation END'
/** Whether the photo is shown with its sides swapped, relative to its file: before and from now on. */
const WAS_SWAPPED = '(orientation >= 5) <> (file_orientation >= 5)'
const IS_SWAPPED = `(${SHOWN_ORIENTATION} >= 5) <> (@fileOrientation >= 5)`
/** An unknown size leaves the former one, turned as the photo is now. */
const SHOWN_SIZE = `width = CASE WHEN @width > 0 THEN CASE WHEN ${IS_SWAPPED} THEN @height ELSE @width END
    WHEN (${IS_SWAPPED}) <> (${WAS_SWAPPED}) THEN height ELSE width END,
  height = CASE WHEN @width > 0 THEN CASE WHEN ${IS_SWAPPED} THEN @width ELSE @height END
    WHEN (${IS_SWAPPED}) <> (${WAS_SWAPPED}) THEN width ELSE height END`

/** False if the photo was removed while its file was read. */
function saveOne(context: Dependencies, read: ReadMetadata): boolean {
  const { db, fullText } = context
  const { changes } = db
    .prepare(
      `UPDATE photos SET needs_metadata = ${STILL_NEEDED}, metadata_problem = @problem,
         taken_at = CASE WHEN is_dated THEN taken_at ELSE @takenAt END,
         taken_ms = CASE WHEN is_dated THEN taken_ms ELSE @takenMs END,
         ${SHOWN_SIZE},
         orientation = ${SHOWN_ORIENTATION}, file_orientation = @fileOrientation,
         rating = CASE WHEN is_rated THEN rating ELSE @rating END,
         label = CASE WHEN is_labelled THEN label ELSE @label END,
         pick = CASE WHEN is_picked THEN pick ELSE @pick END,
         crop = CASE WHEN is_crop_given THEN crop ELSE @crop END,
         camera = @camera, lens = @lens, iso = @iso, aperture = @aperture, focal_length = @focalLength,
         exposure_us = @exposureUs,
         latitude = CASE WHEN is_located THEN latitude ELSE @latitude END,
         longitude = CASE WHEN is_located THEN longitude ELSE @longitude END,
         needs_place = @mayHavePlace OR is_located OR place <> 0 WHERE id = @id`,
    )
    .run({ ...toPhotoValues(read), ...shotValuesOf(db, read.metadata), ...positionOf(read.metadata) })
  if (changes === 0) return false
  const { id, sidecarKey = '', film } = read
  const { fromEnd, bytes } = film ?? { fromEnd: 0, bytes: 0 }
  db.prepare(
    `UPDATE files SET sidecar_key = @sidecarKey, film_from_end = @fromEnd, film_bytes = @bytes
     WHERE photo_id = @id AND is_main = 1
       AND (sidecar_key, film_from_end, film_bytes) <> (@sidecarKey, @fromEnd, @bytes)`,
  ).run({ id, sidecarKey, fromEnd, bytes })
  const { name, film: besideFilm } = read.beside ?? {}
  if (name !== undefined)
    db.prepare(
      'UPDATE files SET film_from_end = @fromEnd, film_bytes = @bytes WHERE photo_id = @id AND is_main = 0 AND name = @name',
    ).run({ id, name, ...(besideFilm ?? { fromEnd: 0, bytes: 0 }) })
  db.prepare(
    'INSERT INTO metadata (photo_id, data) VALUES (?, ?) ON CONFLICT (photo_id) DO UPDATE SET data = excluded.data',
  ).run(read.id, encodeMetadata(read.metadata))
  const tags = fileTagsOf(read.metadata).map((name) => ({ name, confidence: 100 }))
  if (replaceTags(context, read.id, ['file'], tags, 'file')) renewDenormalisedRow(db, read.id)
  renewNamedFaces(db, read.id)
  fullText.put(read.id)
  return true
}

function toPhotoValues({ id, modifiedMs, metadata, fileOrientation, width, height, problem = null }: ReadMetadata) {
  const takenMs = wallClockMs(metadata.takenAt)
  const rating = Math.round(Math.min(5, Math.max(0, metadata.rating ?? 0)))
  return {
    id,
    modifiedMs: modifiedMs ?? null,
    takenAt: takenMs === null ? null : metadata.takenAt,
    takenMs,
    width,
    height,
    orientation: metadata.orientation,
    fileOrientation: fileOrientation ?? metadata.orientation,
    rating,
    problem: keepText(problem),
    label: metadata.label?.slice(0, MAX_LABEL) ?? '',
    pick: metadata.pick ?? 0,
    crop: metadata.crop ?? '',
  }
}

/** Maximum length of a person's label. */
const MAX_LABEL = 100

/** JSON without empty fields. */
const encodeMetadata = (metadata: PhotoMetadata): string =>
  JSON.stringify(Object.fromEntries(Object.entries(metadata).filter(([, value]) => !isEmpty(value))))

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** A photo's metadata with what the person gave: texts, date, position and orientation; empty if none was read. */
export function metadataOf(db: Db, photoId: number): PhotoMetadata {
  const data = db.prepare<[number], string>('SELECT data FROM metadata WHERE photo_id = ?').pluck().get(photoId)
  const read = { ...emptyMetadata(), ...(data === undefined ? {} : (JSON.parse(data) as Partial<PhotoMetadata>)) }
  const regions = turnedRegions(db, photoId, read)
  return { ...read, ...regions, ...givenValuesOf(db, photoId), ...givenTextsOf(db, photoId) }
}

type Given = Pick<PhotoMetadata, 'takenAt' | 'latitude' | 'longitude' | 'altitude'> & {
  isDated: number
  isLocated: number
  givenOffset: string
}

/** The time and the position that the person gave. */
function givenValuesOf(db: Db, photoId: number): Partial<PhotoMetadata> {
  const row = db
    .prepare<[number], Given>(
      `SELECT is_dated AS isDated, taken_at AS takenAt, given_offset AS givenOffset, is_located AS isLocated, latitude,
         longitude, given_altitude AS altitude FROM photos WHERE id = ?`,
    )
    .get(photoId)
  if (row === undefined) return {}
  const { takenAt, givenOffset, isDated, isLocated, ...position } = row
  return {
    ...(isDated === 1 && { takenAt, offset: givenOffset || null, subsec: null }),
    ...(isLocated === 1 && position),
  }
}

/** Regions refer to the photo as in its file, and are shown on the turned one. */
function turnedRegions(db: Db, photoId: number, read: PhotoMetadata): Pick<PhotoMetadata, 'orientation' | 'regions'> {
  const known = turnOf(db, photoId)
  if (known === null) return { orientation: 1, regions: read.regions }
  const { orientation, turn, size, frame } = known
  const turned = turn === 1 ? read.regions : read.regions.map((each) => turnRegion(turn, each))
  if (frame === null) return { orientation, regions: turned }
  const shown = turned.map((each) => cropArea(frame, turnSize(turn, size), each))
  const isShown = ({ x, y, width, height }: PhotoRegion) =>
    x + width / 2 >= 0 && y + height / 2 >= 0 && x + width / 2 <= 1 && y + height / 2 <= 1
  return { orientation, regions: shown.filter(isShown) }
}

/** The tags from a photo's file; a level of a hierarchical keyword is not a separate tag: it finds the keyword. */
const fileTagsOf = ({ keywords, keywordPaths, people }: PhotoMetadata): string[] =>
  keywordNames({ keywords: [...keywords, ...people], keywordPaths })

/** The columns of `photos` about how a photo was taken; 0 is unknown. */
type ShotValues = {
  camera: number
  lens: number
  iso: number
  aperture: number
  focalLength: number
  exposureUs: number
}

type Shot = Pick<
  PhotoMetadata,
  'cameraMake' | 'cameraModel' | 'lens' | 'iso' | 'aperture' | 'focalLength' | 'exposureTime'
>

/** Maximum length stored of a camera's or lens's name. */
const MAX_NAME = 200
/** A value beyond any camera's is unknown: a file may contain anything. */
const MAX = 2 ** 31

/** The values of a photo's metadata; new names are added to `equipment`. */
function shotValuesOf(db: Db, shot: Shot): ShotValues {
  return {
    camera: equipmentId(db, cameraNameOf(shot)),
    lens: equipmentId(db, nameOf(shot.lens)),
    iso: whole(shot.iso, 1),
    aperture: whole(shot.aperture, 10),
    focalLength: whole(shot.focalLength, 10),
    exposureUs: whole(shot.exposureTime, 1e6),
  }
}

/** A camera's model, after the make unless the model begins with it: `FUJIFILM X-T5`, but `NIKON D750`. */
function cameraNameOf({ cameraMake, cameraModel }: Pick<Shot, 'cameraMake' | 'cameraModel'>): string {
  const [make, model] = [nameOf(cameraMake), nameOf(cameraModel)]
  if (model === '' || make === '') return model || make
  const [brand = ''] = make.split(' ')
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : nameOf(`${make} ${model}`)
}

const nameOf = (text: string | null) =>
  (text ?? '').replaceAll('\0', ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME)

function equipmentId(db: Db, name: string): number {
  if (name === '') return 0
  const known = db.prepare<[string], number>('SELECT id FROM equipment WHERE name = ?').pluck().get(name)
  if (known !== undefined) return known
  return Number(db.prepare('INSERT INTO equipment (name) VALUES (?)').run(name).lastInsertRowid)
}

function whole(value: number | null, unit: number): number {
  const number = Math.round((value ?? 0) * unit)
  return number > 0 && number < MAX ? number : 0
}

type Located = Pick<PhotoMetadata, 'latitude' | 'longitude' | 'city' | 'country'>

/** The columns of `photos` for where a photo was taken; `mayHavePlace` if a place can be found for it. */
type PositionValues = { latitude: number | null; longitude: number | null; mayHavePlace: 0 | 1 }

/** The position in a photo's metadata; none if it is outside the earth, or that of a receiver without a fix. */
function positionOf({ latitude, longitude, city, country }: Located): PositionValues {
  const isWritten = Boolean(city ?? country)
  if (latitude === null || longitude === null || !isOnEarth(latitude, longitude))
    return { latitude: null, longitude: null, mayHavePlace: isWritten ? 1 : 0 }
  return { latitude, longitude, mayHavePlace: 1 }
}

/** Cameras that do not know where they are write 0, 0. */
const isOnEarth = (latitude: number, longitude: number) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
