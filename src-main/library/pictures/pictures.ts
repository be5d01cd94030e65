import { say } from '../../contract/sentences/say.ts'
import { stat } from 'node:fs/promises'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import { frameOfCrop, type PhotoCrop, sizeOfFrame, writeCrop } from '../../contract/library/photo-crop.ts'
import {
  isNarrow,
  type PictureRequest,
  pictureSides,
  sideOfPicture,
  type ThumbRequest,
} from '../../contract/library/picture.ts'
import { withOrientation } from '../../base/formats/exif/with-orientation.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { LibraryOptions } from '../host/library-options.ts'
import type { Privacy } from '../privacy/privacy.ts'
import { KeptPictures, type RenderedKind } from './kept-pictures.ts'

export type ImageRequest = PictureRequest & { signal?: AbortSignal }
/** `etag` changes when the picture does. `isProvisional`: a better one with the same address will soon exist. */
export type ServedImage = { bytes: Uint8Array; type: string; etag: string; isProvisional?: boolean }

export type PicturesDependencies = {
  catalog: Pick<Catalog, 'files' | 'photos' | 'thumbnails'>
  engine: Pick<AnalysisEngine, 'render'>
  options: Pick<LibraryOptions, 'libraryDir' | 'log'>
  /** A person opened a photo, or will soon see the next one. */
  onOpened(): void
  /** Hidden photos have no picture, whoever asks for it and wherever the address comes from. */
  privacy: Pick<Privacy, 'hides'>
}

/** Pictures that a grid is full of; larger ones are of an opened photo, or of the largest tiles on a fine screen. */
const kindsOfTiles: ReadonlySet<PictureRequest['kind']> = new Set(['thumb', 'large', 'wide'])

const dataAddress = ({ bytes, type }: ServedImage): string =>
  `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`

/** How a photo is to be shown: its turn relative to the file, if not that of now, and the part of the turned photo. */
type Shown = { turn: number | undefined; crop: PhotoCrop | null }

/** Consists of letters, digits and `-`. */
const keyOfCrop = (crop: PhotoCrop | null): string =>
  crop === null ? '' : `-c${writeCrop(crop).replaceAll('.', 'd').replaceAll(',', '-')}`

/** The size of what is shown of a photo, in its own pixels; a quarter turn would only swap the sides. */
function sizeOfShown({ width, height, crop: present }: PhotoTile, crop: PhotoCrop | null) {
  const full = present === undefined ? { width, height } : { width: present.fullWidth, height: present.fullHeight }
  const frame = crop === null ? null : frameOfCrop(crop, full)
  return frame === null ? full : sizeOfFrame(frame)
}

/** The pictures of photos as windows show them. */
export class Pictures {
  readonly #dependencies: PicturesDependencies
  readonly #kept: KeptPictures

  constructor(dependencies: PicturesDependencies) {
    this.#dependencies = dependencies
    this.#kept = new KeptPictures(dependencies.engine, dependencies.options.libraryDir)
  }

  /** Null if there is nothing to show: an unknown photo, or one that cannot be read. Rejects when aborted. */
  async serve({ signal, ...request }: ImageRequest): Promise<ServedImage | null> {
    signal?.throwIfAborted()
    const [tile] = this.#dependencies.catalog.photos.tiles([request.photoId])
    if (tile === undefined || this.#dependencies.privacy.hides(tile)) return null
    const { kind } = request
    const shown: Shown = { turn: request.turn, crop: request.crop === undefined ? (tile.crop ?? null) : request.crop }
    if (!kindsOfTiles.has(kind)) this.#dependencies.onOpened()
    try {
      return await (kind === 'thumb'
        ? this.#thumb(tile, shown, signal)
        : this.#rendered(tile, { kind, tile: request.tile, ...shown }, signal))
    } catch (error) {
      signal?.throwIfAborted()
      this.#logFailure(tile, error)
      return kind === 'full' ? null : this.#standIn(tile, shown)
    }
  }

  /** Thumbnails as `data:` addresses; null for photos without a final one. Rejects when aborted. */
  async thumbAddresses(requests: readonly ThumbRequest[], signal?: AbortSignal): Promise<(string | null)[]> {
    const pictures = await Promise.all(requests.map((request) => this.serve({ ...request, kind: 'thumb', signal })))
    return pictures.map((picture) => (picture === null || picture.isProvisional ? null : dataAddress(picture)))
  }

  /** Drops waiting renders, and waits for running ones. */
  close(): Promise<void> {
    return this.#kept.close()
  }

  /** Of a stored thumbnail, a narrow crop would leave too few pixels. */
  async #thumb(tile: PhotoTile, shown: Shown, signal?: AbortSignal): Promise<ServedImage> {
    if (isNarrow(shown.crop) && tile.thumbVersion > 0) return this.#rendered(tile, { kind: 'thumb', ...shown }, signal)
    return (await this.#storedThumb(tile, shown, signal)) ?? this.#provisionalThumb(tile, shown, signal)
  }

  /** The thumbnail is stored as created, and turned and cropped as requested, or as the photo is now. */
  async #storedThumb(
    { id, thumbVersion }: PhotoTile,
    { turn: asked, crop }: Shown,
    signal?: AbortSignal,
  ): Promise<ServedImage | null> {
    const { photos, thumbnails } = this.#dependencies.catalog
    const bytes = thumbnails.get(id)
    if (bytes === null) return null
    const { thumbnail: turn } = photos.turns(id, asked)
    const key = `t${id}-${thumbVersion}`
    if (turn === 1 && crop === null) return { bytes, type: 'image/webp', etag: `"${key}"` }
    const full = `${key}-${turn}${keyOfCrop(crop)}`
    const turned = await this.#kept.turnThumb({ bytes, key: full, turn, crop }, signal)
    return { ...turned, etag: `"${full}"` }
  }

  /** Better a small picture than none, for example while a drive is unplugged. */
  async #standIn(tile: PhotoTile, shown: Shown): Promise<ServedImage | null> {
    const stored = (await this.#storedThumb(tile, shown)) ?? this.#cameraPicture(tile, shown)
    return stored === null ? null : { ...stored, isProvisional: true }
  }

  /** Until a photo has a thumbnail: the camera's picture, or a quick render. */
  async #provisionalThumb(tile: PhotoTile, shown: Shown, signal?: AbortSignal): Promise<ServedImage> {
    const fromCamera = this.#cameraPicture(tile, shown)
    if (fromCamera !== null) return fromCamera
    const turn = this.#dependencies.catalog.photos.turns(tile.id, shown.turn).file
    const picture = await this.#kept.makeThumb(this.#fileOf(tile), turn, shown.crop, signal)
    return {
      ...picture,
      etag: `"p${tile.id}-${turn}${keyOfCrop(shown.crop)}-${picture.bytes.length}"`,
      isProvisional: true,
    }
  }

  /**
   * The camera's picture, stored with the metadata; a photo whose file was not read yet has none. Windows, which know
   * the photo's shape, remove its black bars. It shows all of a photo, so that a crop of one has none.
   */
  #cameraPicture({ id }: PhotoTile, { turn: asked, crop }: Shown): ServedImage | null {
    if (crop !== null) return null
    const { photos, thumbnails } = this.#dependencies.catalog
    const found = thumbnails.cameraPicture(id)
    if (found === null) return null
    const { stored } = photos.turns(id, asked)
    const upright = withOrientation(Buffer.from(found.bytes), stored)
    const etag = `"c${id}-${stored}-${upright.length}"`
    return { bytes: upright, type: 'image/jpeg', etag, isProvisional: true }
  }

  async #rendered(
    photo: PhotoTile,
    { kind, tile, turn: asked, crop }: Pick<PictureRequest, 'tile'> & Shown & { kind: RenderedKind },
    signal?: AbortSignal,
  ): Promise<ServedImage> {
    const { id } = photo
    const file = this.#fileOf(photo)
    const stats = await stat(file).catch(() => null)
    if (stats === null) throw new AppError('file-missing', say('folders.absent', { path: file }))
    const turn = this.#dependencies.catalog.photos.turns(id, asked).file
    const ofFile = `${id}-${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}`
    const longSide = kind === 'full' ? Infinity : sideOfPicture(kind, sizeOfShown(photo, crop))
    const ofSide = kind === 'full' || longSide === pictureSides[kind] ? '' : `-l${longSide}`
    const key = `${turn === 1 ? ofFile : `${ofFile}-o${turn}`}${keyOfCrop(crop)}${ofSide}`
    const picture = await this.#kept.get({ kind, file, key, turn, crop, longSide, tile }, signal)
    return { ...picture, etag: `"${key}-${kind}"` }
  }

  /** A missing file is not read although something is at its path: that may be behind a link that is not followed. */
  #fileOf({ id, name, status }: PhotoTile): string {
    if (status === 'missing') throw new AppError('file-missing', say('folders.absent', { path: name }))
    return this.#dependencies.catalog.files.pathOf(id)
  }

  #logFailure({ name }: PhotoTile, error: unknown): void {
    const { log } = this.#dependencies.options
    const details = { photo: name, error: messageOf(error) }
    if (error instanceof AppError) log.debug('No picture could be made', details)
    else log.warn('No picture could be made', details)
  }
}
