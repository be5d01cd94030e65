import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { AnalysedPicture } from './analysed-picture.ts'

/** A picture with its resized copies, maps and findings takes about as much memory as this many working rasters. */
const RASTERS_HELD = 4

/**
 * The latest pictures, kept decoded with their findings, so that the next request for the same bytes reuses them. Bytes
 * are estimated; a picture larger than the whole cache is not kept.
 */
export class PictureCache {
  readonly #kept: LRUCache<string, AnalysedPicture>
  readonly #opening = new Map<string, Promise<AnalysedPicture>>()

  /** @param capacity Maximum bytes of all kept pictures. */
  constructor(capacity: number) {
    this.#kept = new LRUCache({ maxSize: capacity })
  }

  /**
   * The picture with this id: the kept one, or the file at `path` opened by `open`. Concurrent requests share the
   * opening.
   */
  async take(id: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture> {
    const kept = this.#kept.get(id)
    if (kept) return kept
    // another request's file may be gone by now; this request has its own file
    return this.#opening.get(id)?.catch(() => this.#open(id, path, open)) ?? this.#open(id, path, open)
  }

  #open(id: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture> {
    const opening = open()
    this.#opening.set(id, opening)
    void this.#keep(id, path, opening).finally(() => {
      if (this.#opening.get(id) === opening) this.#opening.delete(id)
    })
    return opening
  }

  /** Keeps a picture once it is open; a picture that does not open, or whose file is gone, is not kept. */
  async #keep(id: string, path: string, opening: Promise<AnalysedPicture>): Promise<void> {
    const [opened, file] = await Promise.allSettled([opening, stat(path)])
    if (opened.status === 'rejected' || file.status === 'rejected') return
    // a decoded photo keeps its file's bytes
    const size = opened.value.photo.pixels.data.byteLength * RASTERS_HELD + file.value.size
    this.#kept.set(id, opened.value, { size })
  }
}
