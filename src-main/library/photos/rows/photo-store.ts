import { readText } from '../../catalog/codecs/kept-text.ts'
import { messageOf, AppError } from '../../../contract/errors.ts'
import { type PhotoDetail, PhotoTile, type SensitiveFrom, type PickFlag } from '../../../contract/library/photo.ts'
import { fitsFrame, frameOfCrop, type PhotoCrop, sizeOfFrame, writeCrop } from '../../../contract/library/photo-crop.ts'
import type { ListRow } from '../../../contract/library/list-row.ts'
import type { Db, Statement } from '../../../base/sqlite/connect.ts'
import { isDamage } from '../../../base/sqlite/damage.ts'
import { IS_IN_LIBRARY, STATUS_NOW } from '../../folders/rows/absent-roots.ts'
import { type AlikeTurned, readOrientations } from './turns/read-orientations.ts'
import { isShown } from './turns/turn-findings.ts'
import { turnCrop } from '../../../base/formats/exif/turn-crop.ts'
import { type PictureTurns, pictureTurnsOf, shownCrop, turnFrom, turnOf } from './turns/turn-of.ts'
import { hasFileWork, hasWork } from '../../catalog/context/has-work.ts'
import { say } from '../../../contract/sentences/say.ts'
import { join } from 'node:path'
import { photoStatus, mediaKind, nsfwVerdict, isSensitive } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import { detailOf } from '../../queue/rows/findings/findings.ts'
import type { Finding } from '../../queue/rows/findings/finding.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'
import { metadataOf } from '../../metadata/rows/photo-metadata.ts'
import { readPeopleOnPhoto } from '../../people/rows/read-people-on-photo.ts'
import { placeLabelOf } from '../../places/rows/place-store.ts'
import { isRemote } from '../../queue/rows/steps/done-steps.ts'
import { readStoredTag, type StoredTag } from '../../keywords/rows/tags/photo-tags.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'
import type { FileKind } from '../../../contract/library/tile-parts.ts'
import { extensionOf, rawExtensions, videoExtensions } from '../../../base/formats/extensions.ts'
import { HAS_VERDICT, IS_PRIVATE } from '../../search/columns/concealment.ts'
import { inverse } from '../../../base/formats/exif/orientations.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import { turnPlaceholder } from '../../../analysis/preview/turn-placeholder.ts'
import { STACK_NUMBER } from '../../stacks/rows/stack-number.ts'

export type PhotoStore = {
  /** In the order of the ids; unknown ids are left out. */
  tiles(ids: readonly number[]): PhotoTile[]
  /** Values for lists with columns, in the order of the ids; unknown ids are left out. */
  listRows(ids: readonly number[]): ListRow[]
  /** Throws `photo-not-found`. Croppings are empty: they are computed from the saliency features. */
  detail(id: number): PhotoDetail
  exists(id: number): boolean
  /** Photos by orientation. Throws `photo-not-found` if one does not exist. */
  orientations(ids: readonly number[]): AlikeTurned[]
  /** The turns of its pictures to be shown, or to be as `asked` for. */
  turns(id: number, asked?: number): PictureTurns
  /**
   * A crop of the photo as it is shown, on the picture as stored in its file, as the catalogue keeps it; '' if it shows
   * all of it. Throws `photo-not-found`, and `bad-params` for a crop beyond the photo or if its size is not known yet.
   */
  storedCrop(id: number, crop: PhotoCrop): string
  /** The stored data of one tag of a photo, by its name and, if it has one, its concept. */
  storedTag(id: number, name: string, concept?: string): StoredTag
  /** Whether the photo has work of a person that would be missed. */
  hasWork(id: number): boolean
  /** Whether a photo has work of a person that its file may lack. */
  hasFileWork(id: number): boolean
  /** When it was taken, as wall-clock time in milliseconds; null if unknown. */
  takenMs(id: number): number | null
}

type Reading = { tile: Statement<[number], TileRow>; sensitiveFrom: SensitiveFrom }

/** A damaged row costs its own photo and no other of the page. */
function readTile({ health }: PhotoDependencies, { tile, sensitiveFrom }: Reading, id: number): PhotoTile[] {
  try {
    const row = tile.get(id)
    if (row === undefined) return []
    const { success, data } = PhotoTile.safeParse(toTile(row, sensitiveFrom))
    if (success) return [data]
  } catch (error) {
    if (!isDamage(error)) throw error
    health.noteDamage(messageOf(error))
  }
  health.noteLost(id)
  return []
}

/** What windows show of photos. */
export function createPhotoStore(context: PhotoDependencies): PhotoStore {
  const { db } = context
  const tile = db.prepare<[number], TileRow>(
    `SELECT ${TILE_COLUMNS} ${PHOTOS_WITH_FILE} WHERE p.id = +? AND ${IS_IN_LIBRARY}`,
  )
  const exists = db.prepare<[number]>(`SELECT 1 FROM photos p WHERE p.id = ? AND ${IS_IN_LIBRARY}`)
  return {
    tiles: (ids) => {
      const reading = { tile, sensitiveFrom: context.sensitiveFrom() }
      return ids.flatMap((id) => readTile(context, reading, id))
    },
    listRows: createRowsReader(context),
    detail: (id) => readDetail(context, id),
    storedTag: (id, name, concept) => readStoredTag(context, id, name, concept),
    hasWork: (id) => hasWork(db, id),
    hasFileWork: (id) => hasFileWork(db, id),
    takenMs: (id) =>
      db.prepare<[number], number | null>('SELECT taken_ms FROM photos WHERE id = ?').pluck().get(id) ?? null,
    orientations: (ids) => readOrientations(db, ids),
    turns: (id, asked) => pictureTurnsOf(db, id, asked),
    storedCrop: (id, crop) => toStoredCrop(db, id, crop),
    exists: (id) => exists.get(id) !== undefined,
  }
}

type PhotoDependencies = Context & { steps: Pick<Steps, 'done'>; findings: readonly Finding[] }

function toStoredCrop(db: Db, id: number, crop: PhotoCrop): string {
  const known = turnOf(db, id)
  if (known === null) throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id }))
  const full = turnSize(known.turn, known.size)
  if (full.width === 0) throw new AppError('bad-params', say('errors.notReadYet'))
  const frame = frameOfCrop(crop, full)
  if (frame === null || !fitsFrame(frame, full)) throw new AppError('bad-params', say('errors.cropEmpty'))
  const { left, top, right, bottom, angle } = crop
  if (left <= 0 && top <= 0 && right >= 1 && bottom >= 1 && angle === 0) return ''
  const stored = turnCrop(inverse(known.orientation), full, crop)
  return stored === null ? '' : writeCrop(stored)
}

type DetailRow = TileRow & {
  folder_id: number
  bytes: number
  modified_ms: number
  reason: string
  metadata_problem: string
  step_set: number
}

/** Everything known about one photo; throws `photo-not-found`. Croppings are empty. */
function readDetail(context: PhotoDependencies, id: number): PhotoDetail {
  const row = context.db
    .prepare<[number], DetailRow>(
      `SELECT ${TILE_COLUMNS}, p.step_set, f.folder_id, f.bytes, f.modified_ms, p.reason, p.metadata_problem ${PHOTOS_WITH_FILE}
       WHERE p.id = ? AND ${IS_IN_LIBRARY}`,
    )
    .get(id)
  if (!row) throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id }))
  return withinCrop({
    ...toTile(row, context.sensitiveFrom()),
    ...describeFile(context, row),
    ...detailOf(context.findings, { ...context, language: context.language(), peopleWords: context.peopleWords() }, id),
    people: readPeopleOnPhoto(context, id),
    metadata: metadataOf(context.db, id),
    place: placeLabelOf(context.db, id, context.language()),
    metadataProblem: readText(row.metadata_problem),
    reason: photoStatus.nameOf(row.status) === 'failed' ? readText(row.reason) : null,
    croppings: [],
    byService: stepsByService(context.steps, row.step_set),
  })
}

/** Without the faces that a crop leaves out. */
function withinCrop(detail: PhotoDetail): PhotoDetail {
  if (detail.crop === undefined) return detail
  const isFaceShown = detail.faceList.map(({ coordinates: { xmin, ymin, xmax, ymax } }) =>
    isShown(detail, { x1: xmin, y1: ymin, x2: xmax, y2: ymax }),
  )
  const shown = <T>(list: readonly T[]): T[] => list.filter((_each, index) => isFaceShown[index])
  const { sharpness } = detail
  return {
    ...detail,
    faceList: shown(detail.faceList),
    people: shown(detail.people),
    sharpness: sharpness && { ...sharpness, faces: shown(sharpness.faces) },
  }
}

function otherFilesOf(context: Context, photoId: number): string[] {
  const pathOf = createPathOf(context)
  return context.db
    .prepare<[number], { folderId: number; name: string }>(
      'SELECT folder_id AS folderId, name FROM files WHERE photo_id = ? AND is_main = 0 AND is_missing = 0 ORDER BY name',
    )
    .all(photoId)
    .map(({ folderId, name }) => join(pathOf(folderId), name))
}

const describeFile = (context: Context, row: DetailRow) => ({
  path: join(createPathOf(context)(row.folder_id), row.name),
  folderId: row.folder_id,
  otherFiles: otherFilesOf(context, row.id),
  format: row.format,
  bytes: row.bytes,
  modifiedAt: new Date(row.modified_ms).toISOString(),
})

const stepsByService = (steps: Pick<Steps, 'done'>, setId: number): string[] =>
  Object.entries(steps.done(setId)).flatMap(([step, fingerprint]) => (isRemote(fingerprint) ? [step] : []))

type PhotoListRow = {
  id: number
  camera: string
  lens: string
  aperture: number
  exposure_us: number
  iso: number
  focal_length: number
  bytes: number
  format: string
  root: string
  relative_path: string
  added_ms: number
  modified_ms: number
}

/** One query for all, whatever their number. */
const LIST_ROWS = `SELECT p.id, coalesce(c.name, '') AS camera, coalesce(l.name, '') AS lens, p.aperture, p.exposure_us,
    p.iso, p.focal_length, f.bytes, f.format, r.path AS root, o.relative_path, p.added_ms, f.modified_ms
  FROM json_each(?) wanted CROSS JOIN photos p ON p.id = wanted.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1
    JOIN folders o ON o.id = f.folder_id JOIN roots r ON r.folder_id = o.root_id
    LEFT JOIN equipment c ON c.id = p.camera LEFT JOIN equipment l ON l.id = p.lens
  WHERE ${IS_IN_LIBRARY} ORDER BY wanted.key`

/** Reads list rows of photos in the order of the ids; unknown ids are left out, and photos with damaged rows. */
function createRowsReader({ db, health }: Context): (ids: readonly number[]) => ListRow[] {
  const select = db.prepare<[string], PhotoListRow>(LIST_ROWS)
  const read = (ids: readonly number[]): ListRow[] => {
    try {
      return select.all(JSON.stringify(ids)).map(toListRow)
    } catch (error) {
      if (!isDamage(error)) throw error
      health.noteDamage(messageOf(error))
      const middle = ids.length >> 1
      return middle === 0 ? [] : [...read(ids.slice(0, middle)), ...read(ids.slice(middle))]
    }
  }
  return read
}

/** 0 is unknown. */
const known = (value: number, unit: number): number | null => (value === 0 ? null : value / unit)

const toListRow = (row: PhotoListRow): ListRow => ({
  id: row.id,
  camera: row.camera,
  lens: row.lens,
  aperture: known(row.aperture, 10),
  exposureTime: known(row.exposure_us, 1e6),
  iso: known(row.iso, 1),
  focalLength: known(row.focal_length, 10),
  bytes: row.bytes,
  format: row.format,
  folder: join(row.root, ...row.relative_path.split('/')),
  addedAt: new Date(row.added_ms).toISOString(),
  modifiedAt: new Date(row.modified_ms).toISOString(),
})

type TileRow = {
  id: number
  name: string
  status: number
  width: number
  height: number
  orientation: number
  file_orientation: number
  crop: string
  placeholder: Buffer | null
  thumb_version: number
  rating: number
  label: string
  pick: number
  nsfw: number
  is_private: number
  has_verdict: number
  faces: number
  taken_at: string | null
  media: number
  duration_ms: number | null
  stack: number
  format: string
  has_film: number
  /** Names of its other files, separated by slashes; null if there are none. */
  others: string | null
}

/** Columns of a tile, for a photo `p` and its main file `f`. */
const TILE_COLUMNS = `p.id, f.name, ${STATUS_NOW} AS status, p.width, p.height, p.orientation,
  p.file_orientation, p.crop, p.placeholder, p.thumb_version,
  p.rating, p.label, p.pick, p.nsfw, ${IS_PRIVATE} AS is_private, ${HAS_VERDICT} AS has_verdict,
  p.faces, p.taken_at, p.media, p.duration_ms, f.format,
  EXISTS (SELECT 1 FROM files o WHERE o.photo_id = p.id AND o.film_bytes > 0 AND o.is_missing = 0) AS has_film,
  (SELECT group_concat(o.name, '/') FROM files o WHERE o.photo_id = p.id AND o.is_main = 0 AND o.is_missing = 0) AS others,
  ${STACK_NUMBER} AS stack`
const PHOTOS_WITH_FILE = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'

/** The tile of a row, for a person whose limit for sensitive photos is a verdict. */
const toTile = (row: TileRow, sensitiveFrom: SensitiveFrom): PhotoTile => ({
  ...turnedParts(row),
  id: row.id,
  name: row.name,
  status: photoStatus.nameOf(row.status),
  ...croppedParts(row),
  thumbVersion: Math.max(0, row.thumb_version),
  rating: row.rating,
  label: row.label,
  pick: toPick(row.pick),
  nsfw: nsfwVerdict.nameOf(row.nsfw),
  isSensitive: isSensitive(row.nsfw, sensitiveFrom),
  isPrivate: row.is_private === 1,
  hasVerdict: row.has_verdict === 1,
  faces: row.faces,
  takenAt: row.taken_at,
  media: mediaKind.nameOf(row.media),
  durationMs: row.duration_ms,
  ...(row.stack === 0 ? {} : { stack: row.stack }),
  fileKind: fileKindOf(row),
  isLive: isLive(row),
})

function croppedParts({ width, height, orientation, crop: stored }: TileRow) {
  const crop = shownCrop(stored, orientation, { width, height })
  const frame = crop && frameOfCrop(crop, { width, height })
  if (crop === null || frame === null) return { width, height }
  return { ...sizeOfFrame(frame), crop: { ...crop, fullWidth: width, fullHeight: height } }
}

/** The placeholder is stored as turned by the file. */
function turnedParts({ placeholder, orientation, file_orientation: fileOrientation }: TileRow) {
  const turn = turnFrom({ orientation, fileOrientation })
  if (turn === 1 || placeholder === null) {
    const hash = placeholder?.toString('base64') ?? ''
    return { placeholder: hash, ...(turn === 1 ? {} : { turn }) }
  }
  return { placeholder: Buffer.from(turnPlaceholder(turn, placeholder)).toString('base64'), turn }
}

const toPick = (value: number): PickFlag => (value > 0 ? 1 : value < 0 ? -1 : 0)

function fileKindOf(row: Pick<TileRow, 'name' | 'format' | 'others'>): FileKind {
  const formats = [row.format || extensionOf(row.name), ...extensionsOf(row)]
  const isRaw = formats.filter((each) => !isFilm(each)).map((each) => rawExtensions.has(each))
  return !isRaw.includes(true) ? 'plain' : isRaw.includes(false) ? 'raw-pair' : 'raw'
}

/** A film with a copy of itself is not a pair. */
const isLive = (row: Pick<TileRow, 'name' | 'format' | 'has_film' | 'others'>): boolean =>
  !isFilm(row.format || extensionOf(row.name)) && (row.has_film === 1 || extensionsOf(row).some(isFilm))

const isFilm = (format: string): boolean => videoExtensions.has(format)

/** Of its other files. */
const extensionsOf = ({ others }: Pick<TileRow, 'others'>): string[] => (others?.split('/') ?? []).map(extensionOf)
