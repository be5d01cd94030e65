import {
  FINE_SIDE,
  WORKING_SIDE,
  type DecodedPhoto,
  type FileHashes,
  type FitSpec,
  type PhotoProperties,
  type Raster,
} from '../photo/photo.ts'
import { decodeFine, decodeRaster, shrinkFine, type DecodedRaster } from './decode-raster.ts'
import { fitRaster } from './fit-raster.ts'
import { HeldMemory } from './held-memory.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import { inspectPhoto } from './open-source.ts'
import type { InspectedPhoto, PhotoSource } from './photo-source.ts'
import { nameOf, readPhotoFile, type PhotoOrigin } from './read-photo-file.ts'
import type { ReadWatch } from './read-watch.ts'
import { encodeUpload, uploadLongSide } from './upload-picture.ts'

export type DecodeOptions = {
  limitMemory?: MemoryLimiter
  watch?: ReadWatch | undefined
  /** Also makes the picture for a service, with this many pixels on its shorter side. */
  uploadSide?: number
  /** Needed pixels on the longer side of the raster, if fewer than the working size are enough. */
  side?: number
  /** Also returns the finer raster. */
  isFine?: boolean
}

/** Previews in RAW files are mostly 3:2; one of this many upload sides has enough pixels. */
const RAW_SIDES = 2

/**
 * A photo's file, read once. Its picture is inspected and decoded on first use, once each; both reject with a
 * DecodeFailure or a Blocked.
 */
export type OpenPhoto = {
  hashes(): Promise<FileHashes>
  inspect(): Promise<PhotoProperties>
  decode(): Promise<DecodedPhoto>
  /** Frees the memory of the file, once its hashes and its picture are known. */
  giveFileBack(): void
  /** Frees all memory: of the file, and of the picture, whose pixels nobody may read any more. */
  giveBack(): void
}

/** Reads a photo once and decodes it once to the working size. Rejects with a DecodeFailure or a Blocked. */
export async function decodePhoto(photo: PhotoOrigin, options: DecodeOptions = {}): Promise<DecodedPhoto> {
  return (await openPhoto(photo, options)).decode()
}

/** Reads a photo's file. Rejects with a DecodeFailure or a Blocked if that fails. */
export async function openPhoto(photo: PhotoOrigin, options: DecodeOptions): Promise<OpenPhoto> {
  const { limitMemory, watch, uploadSide, isFine, side = WORKING_SIDE } = options
  const file = await readPhotoFile(photo, watch)
  const longSide = Math.max(isFine ? FINE_SIDE : side, RAW_SIDES * (uploadSide ?? 0))
  let inspected: Promise<InspectedPhoto> | undefined
  const inspect = () => (inspected ??= inspectPhoto(file, nameOf(photo), { longSide, limitMemory }))
  const hashes = () => file.hashes()
  const memory = new HeldMemory()
  const decode = async () => holdPhoto(await decodeSource(await (await inspect()).load(), hashes, options), memory)
  const giveFileBack = () => file.giveBack()
  const giveBack = () => {
    giveFileBack()
    memory.giveBack()
  }
  return { hashes, inspect, decode, giveFileBack, giveBack }
}

/** The same photo; its pixels and resized copies are registered. */
function holdPhoto(photo: DecodedPhoto, memory: HeldMemory): DecodedPhoto {
  memory.hold(photo.pixels)
  if (photo.wide) memory.hold(photo.wide)
  if (photo.fine) memory.hold({ data: photo.fine.levels })
  const fitted = async (spec: FitSpec) => memory.hold(await photo.fitted(spec))
  return { ...photo, fitted }
}

/** Decodes once, at the largest size that is needed; smaller sizes are made from that. */
async function decodeSource(
  source: PhotoSource,
  hashes: DecodedPhoto['hashes'],
  { limitMemory, uploadSide, isFine = false, side = WORKING_SIDE }: DecodeOptions,
): Promise<DecodedPhoto> {
  if (uploadSide === undefined) {
    const { fine, ...decoded } = isFine
      ? await decodeFine(source, { longSide: side, fineSide: FINE_SIDE }, limitMemory)
      : { ...(await decodeRaster(source, side, limitMemory)), fine: null }
    return { ...photoOf(source, hashes, decoded), ...(fine && { fine }) }
  }
  const uploadLong = uploadLongSide(source, uploadSide)
  const longSide = Math.max(side, uploadLong, isFine ? FINE_SIDE : 0)
  const decoded = await decodeRaster(source, longSide, limitMemory)
  const { fine, ...pixels } = isFine
    ? await shrinkFine(await allAtMost(decoded, FINE_SIDE), side)
    : { ...(await allAtMost(decoded, side)), fine: null }
  return {
    ...photoOf(source, hashes, pixels),
    ...(fine && { fine }),
    upload: await encodeUpload(decoded.raster, uploadLong),
  }
}

/** Returns the same raster if it is small enough. */
async function atMost(raster: Raster, side: number): Promise<Raster> {
  const isLarger = Math.max(raster.width, raster.height) > side
  return isLarger ? fitRaster(raster, { width: side, height: side, fit: 'inside' }) : raster
}

const allAtMost = async ({ raster, wide, warnings }: DecodedRaster, side: number): Promise<DecodedRaster> => ({
  raster: await atMost(raster, side),
  wide: wide && (await atMost(wide, side)),
  warnings,
})

function photoOf(
  source: PhotoSource,
  hashes: DecodedPhoto['hashes'],
  { raster: pixels, wide, warnings }: DecodedRaster,
): DecodedPhoto {
  const { width, height, format, hasAlpha, media, durationMs } = source
  const fitted = new Map<string, Promise<Raster>>()
  return {
    width,
    height,
    format,
    hasAlpha,
    media,
    durationMs,
    pixels,
    ...(wide && { wide }),
    warnings: [...source.warnings, ...warnings],
    hashes,
    fitted(spec: FitSpec) {
      const key = `${spec.fit} ${spec.width}x${spec.height}`
      const known = fitted.get(key)
      if (known !== undefined) return known
      const made = fitRaster(pixels, spec)
      fitted.set(key, made)
      return made
    },
  }
}
