import { z } from 'zod'
import { PhotoId } from './ids.ts'

/**
 * Sizes in which a photo is shown. `full` has the photo's own pixels: whole up to `MAX_WHOLE_PIXELS`, in tiles above.
 * All are upright and look as their colour profile says.
 */
export const PictureKind = z.enum(['thumb', 'large', 'preview', 'screen', 'full'])
export type PictureKind = z.infer<typeof PictureKind>

/** Pixels of the longer side at most; no picture is larger than its photo. */
export const pictureSides = { thumb: 320, large: 640, preview: 1600, screen: 2560 } as const

/** A browser decodes a picture of so many pixels as a whole; it holds four bytes for each. */
export const MAX_WHOLE_PIXELS = 50_000_000

/** Side in pixels of the tiles of a larger photo; those at its right and lower edge are smaller. */
export const PICTURE_TILE_SIDE = 2048

/** A tile's column and row, counted from 0 at the upper left corner of the upright photo. */
export const PictureTile = z.object({ column: z.int().min(0).max(1000), row: z.int().min(0).max(1000) })
export type PictureTile = z.infer<typeof PictureTile>

/**
 * A picture of a photo; `tile` belongs to `full` alone. `turn` is how it is turned from what the file says, as EXIF counts
 * orientations; as the photo is now where it is absent.
 */
export const PictureRequest = z
  .object({
    photoId: PhotoId,
    kind: PictureKind,
    tile: PictureTile.optional(),
    turn: z.int().min(1).max(8).optional(),
  })
  .refine(({ kind, tile }) => tile === undefined || kind === 'full', 'Only a full picture has tiles.')
export type PictureRequest = z.infer<typeof PictureRequest>

/** Thumbnails of so many photos come in one answer at most. */
export const MAX_TOGETHER = 48

/** The thumbnail of a photo, with the turn as in a `PictureRequest`. */
export const ThumbRequest = z.object({ photoId: PhotoId, turn: z.int().min(1).max(8).optional() })
export type ThumbRequest = z.infer<typeof ThumbRequest>

/** A version in an address that says: the photo is not analysed yet, and its picture will be another one. */
export const PROVISIONAL_VERSION = '0'

/**
 * The part of a picture's address behind the shell's own; `parsePictureAddress` reads it. `version` and `turn` are those
 * of the photo. An address stands for one picture whatever is done to the photo meanwhile, so that it can be kept.
 */
export function pictureAddress({ photoId, kind, tile, turn = 1 }: PictureRequest, version: number): string {
  const part = tile === undefined ? '' : `&tile=${tile.column}-${tile.row}`
  return `/photo/${photoId}/${kind}?v=${version}${turn === 1 ? '' : `&turn=${turn}`}${part}`
}

/** What an address asks for, or null where it is none of a picture. `version` is null where it names none. */
export function parsePictureAddress(address: URL): { request: PictureRequest; version: string | null } | null {
  const [, id, kind] = /^\/photo\/(\d{1,15})\/(\w+)$/.exec(address.pathname) ?? []
  const tile = address.searchParams.get('tile')
  const [, column, row] = /^(\d{1,4})-(\d{1,4})$/.exec(tile ?? '') ?? []
  if (tile !== null && row === undefined) return null
  const request = PictureRequest.safeParse({
    photoId: Number(id),
    kind,
    turn: Number(address.searchParams.get('turn') ?? 1),
    ...(row === undefined ? {} : { tile: { column: Number(column), row: Number(row) } }),
  })
  if (!request.success) return null
  return { request: request.data, version: address.searchParams.get('v') }
}
