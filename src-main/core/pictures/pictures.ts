import { stat } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CoreOptions } from '../host/core-options.ts'
import type { MetadataReader } from '../metadata/host/metadata-reader.ts'
import { PreviewCache } from './preview-cache.ts'

/** A picture for the screen: `thumb` is at most 320 px, `preview` at most 1600 px on its longest side. */
export type ImageRequest = { photoId: number; kind: 'thumb' | 'preview'; signal?: AbortSignal }
/** `etag` changes when the picture does. */
export type ServedImage = { bytes: Uint8Array; type: string; etag: string }

export type PicturesDependencies = {
  catalog: Pick<Catalog, 'files' | 'photos' | 'thumbnails'>
  engine: Pick<AnalysisEngine, 'render'>
  metadata: Pick<MetadataReader, 'readThumbnail'>
  options: Pick<CoreOptions, 'libraryDir' | 'log'>
}

const THUMB = { longSide: 320, quality: 75 }
const PREVIEW = { longSide: 1600, quality: 85 }
/** Space on disk for previews; about 3,000 of them. */
const MAX_PREVIEW_BYTES = 1024 ** 3
/** Renders compete with the analysis for the processor: more at once only makes each slower. */
const MAX_RENDERS = 2

/** The pictures of photos as windows show them; previews are kept in `previews/` of the library. */
export class Pictures {
  readonly #dependencies: PicturesDependencies
  readonly #previews: PreviewCache
  readonly #renders = new PQueue({ concurrency: MAX_RENDERS })

  constructor(dependencies: PicturesDependencies) {
    this.#dependencies = dependencies
    this.#previews = new PreviewCache(path.join(dependencies.options.libraryDir, 'previews'), MAX_PREVIEW_BYTES)
  }

  /** Null where there is nothing to show: an unknown photo, or one that cannot be read. Rejects when aborted. */
  async serve({ photoId, kind, signal }: ImageRequest): Promise<ServedImage | null> {
    signal?.throwIfAborted()
    const [tile] = this.#dependencies.catalog.photos.tiles([photoId])
    if (tile === undefined) return null
    try {
      return await (kind === 'preview' ? this.#preview(tile, signal) : this.#thumb(tile, signal))
    } catch (error) {
      signal?.throwIfAborted()
      this.#logFailure(tile, error)
      return this.#storedThumb(tile) // Better a small picture than none, for example while a drive is unplugged.
    }
  }

  /** Drops renders that wait, and waits for those under way. */
  async close(): Promise<void> {
    this.#renders.clear()
    await this.#renders.onIdle()
  }

  async #thumb(tile: PhotoTile, signal?: AbortSignal): Promise<ServedImage> {
    return this.#storedThumb(tile) ?? this.#provisionalThumb(tile, signal)
  }

  #storedThumb({ id, thumbVersion }: PhotoTile): ServedImage | null {
    const bytes = this.#dependencies.catalog.thumbnails.get(id)
    return bytes === null ? null : { bytes, type: 'image/webp', etag: `"t${id}-${thumbVersion}"` }
  }

  /** Until a photo is analysed: what the camera put into the file, or a quick render. */
  async #provisionalThumb(tile: PhotoTile, signal?: AbortSignal): Promise<ServedImage> {
    const { catalog, metadata } = this.#dependencies
    const file = catalog.files.pathOf(tile.id)
    const { orientation } = catalog.photos.detail(tile.id).metadata
    const embedded = await metadata.readThumbnail(file, { width: tile.width, height: tile.height, orientation })
    const picture =
      embedded === null ? await this.#render(file, THUMB, signal) : { bytes: embedded, type: 'image/jpeg' }
    return { ...picture, etag: `"p${tile.id}-${picture.bytes.length}"` }
  }

  async #preview({ id }: PhotoTile, signal?: AbortSignal): Promise<ServedImage> {
    const file = this.#dependencies.catalog.files.pathOf(id)
    const facts = await stat(file).catch(() => null)
    if (facts === null) throw new AppError('file-missing', `${file} is not there.`)
    const key = `${id}-${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}`
    const etag = `"${key}"`
    const cached = await this.#previews.get(key)
    if (cached !== null) return { bytes: cached, type: 'image/jpeg', etag }
    const picture = await this.#render(file, PREVIEW, signal)
    await this.#previews.put(key, picture.bytes)
    return { ...picture, etag }
  }

  async #render(
    file: string,
    size: { longSide: number; quality: number },
    signal?: AbortSignal,
  ): Promise<Omit<ServedImage, 'etag'>> {
    const request = { path: file, format: 'jpeg' as const, ...size }
    const { bytes, type } = await this.#renders.add(() => this.#dependencies.engine.render(request, signal), { signal })
    return { bytes, type }
  }

  #logFailure({ name }: PhotoTile, error: unknown): void {
    const { log } = this.#dependencies.options
    const details = { photo: name, error: messageOf(error) }
    if (error instanceof AppError) log.debug('No picture could be made', details)
    else log.warn('No picture could be made', details)
  }
}
