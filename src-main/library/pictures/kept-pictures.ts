import path from 'node:path'
import PQueue from 'p-queue'
import type { RenderRequest } from '../../analysis/photo/findings.ts'
import type { PhotoCrop } from '../../contract/library/photo-crop.ts'
import { PICTURE_TILE_SIDE, pictureSides, type PictureKind, type PictureTile } from '../../contract/library/picture.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import { FileCache } from '../file-cache/file-cache.ts'

/** Thumbnails are rendered for photos whose crop leaves too little of the stored one. */
export type RenderedKind = PictureKind
/** The current state of a file; `key` changes with it, and consists of letters, digits and `-`. */
export type PictureOrder = {
  kind: RenderedKind
  file: string
  key: string
  /** How the upright photo is turned, as EXIF counts turns. */
  turn: number
  /** Which part of the turned photo is shown; null for all of it. */
  crop: PhotoCrop | null
  /** Maximum length of the longer side in pixels; `full` has all. */
  longSide: number
  tile?: PictureTile | undefined
}
/** A thumbnail to be turned and cropped; `key` names all of it. */
export type ThumbOrder = { bytes: Uint8Array; key: string; turn: number; crop: PhotoCrop | null }
export type MadePicture = { bytes: Uint8Array; type: string }

/** Disk space for pictures of the photo view: about 3,000 previews. */
const MAX_PREVIEW_BYTES = 1024 ** 3
/** Disk space for larger pictures of tiles, about 60 or 200 KB each: those of thousands of photos. */
const MAX_LARGE_BYTES = 512 * 1024 ** 2
/** Renders compete with the analysis for the processor: more at once only makes each slower. */
const MAX_RENDERS = 2
const QUALITY = { thumb: 75, large: 80, wide: 80, preview: 85, screen: 88, full: 92 } as const
/** A picture that a person waits for goes before those that fill a grid. */
const PRIORITY = { thumb: 1, large: 0, wide: 0, preview: 2, screen: 2, full: 2 } as const
/** Kinds that a grid has many of; the others are of opened photos, and of few tiles. */
const ofTiles: ReadonlySet<PictureKind> = new Set(['thumb', 'large', 'wide'])

/** Pictures rendered from the original, and cached in `previews/` and `large-thumbnails/` of the library. */
export class KeptPictures {
  readonly #engine: Pick<AnalysisEngine, 'render'>
  readonly #previews: FileCache
  readonly #large: FileCache
  readonly #renders = new PQueue({ concurrency: MAX_RENDERS })

  constructor(engine: Pick<AnalysisEngine, 'render'>, libraryDir: string) {
    this.#engine = engine
    this.#previews = cacheIn(path.join(libraryDir, 'previews'), MAX_PREVIEW_BYTES)
    this.#large = cacheIn(path.join(libraryDir, 'large-thumbnails'), MAX_LARGE_BYTES)
  }

  /** The cached picture, or a new one. Rejects with an AppError, and when aborted. */
  async get(order: PictureOrder, signal?: AbortSignal): Promise<MadePicture> {
    const cache = ofTiles.has(order.kind) ? this.#large : this.#previews
    const key = keyOf(order)
    const kept = await cache.get(key)
    if (kept !== null) return { bytes: kept, type: 'image/jpeg' }
    const { isOwn = false, ...picture } = await this.#render(requestFor(order), order.kind, signal)
    if (!isOwn) await cache.put(key, picture.bytes)
    return picture
  }

  /** A thumbnail that is not cached. */
  makeThumb(file: string, turn: number, crop: PhotoCrop | null, signal?: AbortSignal): Promise<MadePicture> {
    const request = {
      path: file,
      turn,
      crop,
      format: 'jpeg',
      longSide: pictureSides.thumb,
      quality: QUALITY.thumb,
    } as const
    return this.#render(request, 'thumb', signal)
  }

  /** A turned or cropped thumbnail, cached among the large ones. Rejects with an AppError, and when aborted. */
  async turnThumb({ bytes, key, turn, crop }: ThumbOrder, signal?: AbortSignal): Promise<MadePicture> {
    const kept = await this.#large.get(key)
    if (kept !== null) return { bytes: kept, type: 'image/webp' }
    const request = {
      path: bytes,
      turn,
      crop,
      format: 'webp',
      longSide: pictureSides.thumb,
      quality: QUALITY.large,
    } as const
    const picture = await this.#render(request, 'thumb', signal)
    await this.#large.put(key, picture.bytes)
    return picture
  }

  /** Drops waiting renders, and waits for running ones. */
  async close(): Promise<void> {
    this.#renders.clear()
    await this.#renders.onIdle()
  }

  async #render(request: RenderRequest, kind: PictureKind, signal?: AbortSignal) {
    const options = { signal, priority: PRIORITY[kind] }
    const { bytes, type, isOwn } = await this.#renders.add(() => this.#engine.render(request, signal), options)
    return { bytes, type, isOwn }
  }
}

const cacheIn = (folder: string, maxBytes: number): FileCache => new FileCache({ folder, maxBytes, extension: '.jpg' })

/** The preview's key has no suffix, for compatibility with caches from before there were other kinds. */
function keyOf({ kind, key, tile }: PictureOrder): string {
  if (kind === 'preview') return key
  return tile === undefined ? `${key}-${kind}` : `${key}-${kind}-${tile.column}-${tile.row}`
}

function requestFor({ kind, file, turn, crop, longSide, tile }: PictureOrder): RenderRequest {
  const quality = QUALITY[kind]
  if (kind !== 'full') return { path: file, turn, crop, format: 'jpeg', longSide, quality }
  return { path: file, turn, crop, tile: tile === undefined ? null : rectangleOf(tile), quality }
}

function rectangleOf({ column, row }: PictureTile) {
  const [x1, y1] = [column * PICTURE_TILE_SIDE, row * PICTURE_TILE_SIDE]
  return { x1, y1, x2: x1 + PICTURE_TILE_SIDE, y2: y1 + PICTURE_TILE_SIDE }
}
