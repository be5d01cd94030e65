import type { PhotoTile, PickFlag, SensitiveFrom } from '../../../contract/library/photo.ts'
import type { FileKind } from '../../../contract/library/tile-parts.ts'
import { extensionOf, rawExtensions, videoExtensions } from '../../../formats/extensions.ts'
import { mediaKind, nsfwVerdict, photoStatus, isSensitive } from '../codecs/numbered.ts'
import { HAS_VERDICT, IS_PRIVATE } from '../columns/concealment.ts'
import { STATUS_NOW } from '../folders/away-roots.ts'
import { turnPlaceholder } from '../../../analysis/preview/turn-placeholder.ts'
import { turnFrom } from '../turns/turn-of.ts'
import { STACK_NUMBER } from '../stacks/stack-number.ts'

export type TileRow = {
  id: number
  name: string
  status: number
  width: number
  height: number
  orientation: number
  file_orientation: number
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
  film_bytes: number
  /** Names of its other files, told apart by slashes; null where there are none. */
  others: string | null
}

/** What a tile reads of a photo `p` and its main file `f`. */
export const TILE_COLUMNS = `p.id, f.name, ${STATUS_NOW} AS status, p.width, p.height, p.orientation,
  p.file_orientation, p.placeholder, p.thumb_version,
  p.rating, p.label, p.pick, p.nsfw, ${IS_PRIVATE} AS is_private, ${HAS_VERDICT} AS has_verdict,
  p.faces, p.taken_at, p.media, p.duration_ms, f.format, f.film_bytes,
  (SELECT group_concat(o.name, '/') FROM files o WHERE o.photo_id = p.id AND o.is_main = 0 AND o.is_missing = 0) AS others,
  ${STACK_NUMBER} AS stack`
export const PHOTOS_WITH_FILE = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'

/** A tile of a row, to a person who draws the line of what is sensitive at a verdict. */
export const toTile = (row: TileRow, sensitiveFrom: SensitiveFrom): PhotoTile => ({
  ...turnedParts(row),
  id: row.id,
  name: row.name,
  status: photoStatus.nameOf(row.status),
  width: row.width,
  height: row.height,
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

/** The placeholder is kept as the file says that the photo is turned. */
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

/** A film with a copy of itself is none. */
const isLive = (row: Pick<TileRow, 'name' | 'format' | 'film_bytes' | 'others'>): boolean =>
  !isFilm(row.format || extensionOf(row.name)) && (row.film_bytes > 0 || extensionsOf(row).some(isFilm))

const isFilm = (format: string): boolean => videoExtensions.has(format)

/** Of its other files. */
const extensionsOf = ({ others }: Pick<TileRow, 'others'>): string[] => (others?.split('/') ?? []).map(extensionOf)
