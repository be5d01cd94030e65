import { stat } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CoreOptions } from '../host/core-options.ts'
import { readEmbeddedThumbnail } from './embedded-thumbnail.ts'
import { createPreviewCache } from './preview-cache.ts'

/** A picture for the screen: `thumb` is at most 320 px, `preview` at most 1600 px on its longest side. */
export type ImageRequest = { photoId: number; kind: 'thumb' | 'preview'; signal?: AbortSignal }
/** `etag` changes when the picture does. */
export type ServedImage = { bytes: Uint8Array; type: string; etag: string }

export type Pictures = {
  /** Null where there is nothing to show: an unknown photo, or one that cannot be read. Rejects when aborted. */
  serve(request: ImageRequest): Promise<ServedImage | null>
  close(): Promise<void>
}

const THUMB_SIDE = 320
const PREVIEW_SIDE = 1600
/** WeightedSemaphore on disk for previews; about 3,000 of them. */
const PREVIEW_BYTES = 1024 ** 3
/** Renders compete with the analysis for the processor: more at once only makes each slower. */
const RENDERS_AT_ONCE = 2

type Parts = {
  catalog: Pick<Catalog, 'files' | 'photos' | 'thumbnails'>
  engine: Pick<AnalysisEngine, 'render'>
  options: Pick<CoreOptions, 'libraryDir' | 'log'>
}

/** Creates the pictures' part of the core; previews are kept in `previews/` of the library. */
export function createPictures({ catalog, engine, options }: Parts): Pictures {
  const previews = createPreviewCache(path.join(options.libraryDir, 'previews'), PREVIEW_BYTES)
  const renders = new PQueue({ concurrency: RENDERS_AT_ONCE })

  const render = async (file: string, longSide: number, quality: number, signal?: AbortSignal) => {
    const picture = await renders.add(() => engine.render({ path: file, longSide, format: 'jpeg', quality }, signal), {
      signal,
    })
    return { bytes: picture.bytes, type: picture.type }
  }
  const kept = (tile: PhotoTile): ServedImage | null => {
    const bytes = catalog.thumbnails.get(tile.id)
    return bytes === null ? null : { bytes, type: 'image/webp', etag: `"t${tile.id}-${tile.thumbVersion}"` }
  }
  /** Until a photo is analysed: what the camera put into the file, or a quick render. */
  const passing = async (tile: PhotoTile, signal?: AbortSignal): Promise<ServedImage> => {
    const file = catalog.files.pathOf(tile.id)
    const { orientation } = catalog.photos.detail(tile.id).metadata
    const embedded = await readEmbeddedThumbnail(file, { ...tile, orientation })
    const picture =
      embedded === null ? await render(file, THUMB_SIDE, 75, signal) : { bytes: embedded, type: 'image/jpeg' }
    return { ...picture, etag: `"p${tile.id}-${picture.bytes.length}"` }
  }
  const preview = async (tile: PhotoTile, signal?: AbortSignal): Promise<ServedImage> => {
    const file = catalog.files.pathOf(tile.id)
    const facts = await stat(file).catch(() => null)
    if (facts === null) throw new AppError('file-missing', `${file} is not there.`)
    const key = `${tile.id}-${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}`
    const ready = await previews.get(key)
    if (ready !== null) return { bytes: ready, type: 'image/jpeg', etag: `"${key}"` }
    const picture = await render(file, PREVIEW_SIDE, 85, signal)
    await previews.put(key, picture.bytes)
    return { ...picture, etag: `"${key}"` }
  }
  const make = (tile: PhotoTile, { kind, signal }: ImageRequest) =>
    kind === 'preview' ? preview(tile, signal) : (kept(tile) ?? passing(tile, signal))

  return {
    async serve(request) {
      request.signal?.throwIfAborted()
      const [tile] = catalog.photos.tiles([request.photoId])
      if (tile === undefined) return null
      try {
        return await make(tile, request)
      } catch (error) {
        request.signal?.throwIfAborted()
        const details = { photo: tile.name, error: error instanceof Error ? error.message : String(error) }
        if (error instanceof AppError) options.log.debug('No picture could be made', details)
        else options.log.warn('No picture could be made', details)
        return kept(tile) // Better a small picture than none, for example while a drive is unplugged.
      }
    },
    async close() {
      renders.clear()
      await renders.onIdle()
    },
  }
}
