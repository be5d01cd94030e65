import { z } from 'zod'
import { PhotoId } from './ids.ts'
import type { PhotoTile } from './photo.ts'
import { parseCrop, PhotoCrop, writeCrop } from './photo-crop.ts'

/**
 * Sizes in which a photo is shown, from few pixels to all. `full` has the photo's own pixels: as a whole up to
 * `MAX_WHOLE_PIXELS`, in tiles above. All are upright and colour-managed.
 */
export const PictureKind = z.enum(['thumb', 'large', 'wide', 'preview', 'screen', 'full'])
export type PictureKind = z.infer<typeof PictureKind>

/** Maximum length of the longer side in pixels, except of panoramas; no picture is larger than its photo. */
export const pictureSides = { thumb: 320, large: 640, wide: 1280, preview: 1600, screen: 2560 } as const

/** Tiles show the middle of a panorama, so that it needs the pixels of its shorter side: those of two squares. */
const SQUARES = 2
/** No panorama has a picture that is more than this many times as long, so that a browser decodes it quickly. */
const MAX_LONGER = 4

/** About how many pixels the longer side of a picture has, of what is shown of a photo, in the photo's own pixels. */
export function sideOfPicture(kind: Exclude<PictureKind, 'full'>, { width, height }: Size): number {
  const side = pictureSides[kind]
  if (kind !== 'large' && kind !== 'wide') return side
  const squares = Math.max(width, height) / Math.max(1, Math.min(width, height))
  return Math.round(side * Math.min(MAX_LONGER, Math.max(1, squares / SQUARES)))
}
type Size = { width: number; height: number }

/** A crop that leaves less than this of both sides has a thumbnail of its own; others are cut from the photo's. */
const NARROW = 0.6

const lengthOf = ({ left, right, top, bottom }: PhotoCrop): number => Math.max(right - left, bottom - top)

export const isNarrow = (crop: PhotoCrop | null): boolean => crop !== null && lengthOf(crop) < NARROW

/** About how many pixels the longer side of a photo's thumbnail has at most. */
export const sideOfThumb = (crop: PhotoCrop | null): number =>
  pictureSides.thumb * (crop === null || isNarrow(crop) ? 1 : lengthOf(crop))

/** Maximum number of pixels that a browser decodes as one picture; each takes four bytes. */
export const MAX_WHOLE_PIXELS = 50_000_000

/** Side of the tiles of a larger photo in pixels; tiles at its right and lower edge are smaller. */
export const PICTURE_TILE_SIDE = 2048

/** A tile's column and row, counted from 0 at the upper left corner of the upright photo. */
export const PictureTile = z.object({ column: z.int().min(0).max(1000), row: z.int().min(0).max(1000) })
export type PictureTile = z.infer<typeof PictureTile>

/**
 * A picture of a photo; only `full` has a `tile`. `turn` is its rotation relative to the file, as in EXIF orientations;
 * absent: the photo's current rotation. `crop` is the part of the rotated photo that is shown, null for all of it;
 * absent: the photo's current crop.
 */
export const PictureRequest = z
  .object({
    photoId: PhotoId,
    kind: PictureKind,
    tile: PictureTile.optional(),
    turn: z.int().min(1).max(8).optional(),
    crop: PhotoCrop.nullable().optional(),
  })
  .refine(({ kind, tile }) => tile === undefined || kind === 'full', 'Only a full picture has tiles.')
export type PictureRequest = z.infer<typeof PictureRequest>

/** Maximum number of thumbnails in one answer. */
export const MAX_TOGETHER = 48

/** A thumbnail of a photo, with `turn` and `crop` as in a `PictureRequest`. */
export const ThumbRequest = z.object({
  photoId: PhotoId,
  turn: z.int().min(1).max(8).optional(),
  crop: PhotoCrop.nullable().optional(),
})
export type ThumbRequest = z.infer<typeof ThumbRequest>

/** Marks an address of a photo that is not analysed yet; its picture will change. */
export const PROVISIONAL_VERSION = '0'

/** What determines the addresses of a photo's pictures. */
type PicturedPhoto = Pick<PhotoTile, 'id' | 'thumbVersion' | 'turn' | 'status'> & { crop?: PhotoCrop | null }

/** A pending photo, or one on an absent drive, may have the picture that its camera put into the file. */
const hasPictureSoon = (status: PhotoTile['status']): boolean => status === 'pending' || status === 'offline'

/**
 * Address of a photo's picture, or of one `part` of it, which `parsePictureAddress` reads. `base` is the shell's part.
 * Empty as long as the base is unknown, and if there is no picture; a photo that is not analysed yet has a temporary
 * one. An address always means the same picture, so it can be cached.
 */
export function pictureAddress(
  base: string | undefined,
  { id, thumbVersion, turn = 1, crop, status }: PicturedPhoto,
  kind: PictureKind,
  part?: PictureTile,
): string {
  if (base === undefined || (thumbVersion === 0 && !hasPictureSoon(status))) return ''
  const turned = turn === 1 ? '' : `&turn=${turn}`
  const shown = crop === undefined || crop === null ? '' : `&crop=${writeCrop(crop)}`
  const tile = part === undefined ? '' : `&tile=${part.column}-${part.row}`
  return `${base}/photo/${id}/${kind}?v=${thumbVersion}${turned}${shown}${tile}`
}

/** What an address asks for, or null if it is not that of a picture. `version` is null if the address has none. */
export function parsePictureAddress(address: URL): { request: PictureRequest; version: string | null } | null {
  const [, id, kind] = /^\/photo\/(\d{1,15})\/(\w+)$/.exec(address.pathname) ?? []
  const tile = address.searchParams.get('tile')
  const [, column, row] = /^(\d{1,4})-(\d{1,4})$/.exec(tile ?? '') ?? []
  if (tile !== null && row === undefined) return null
  const cropText = address.searchParams.get('crop')
  const crop = parseCrop(cropText)
  if (cropText !== null && crop === null) return null
  const request = PictureRequest.safeParse({
    photoId: Number(id),
    kind,
    turn: Number(address.searchParams.get('turn') ?? 1),
    crop,
    ...(row === undefined ? {} : { tile: { column: Number(column), row: Number(row) } }),
  })
  if (!request.success) return null
  return { request: request.data, version: address.searchParams.get('v') }
}
