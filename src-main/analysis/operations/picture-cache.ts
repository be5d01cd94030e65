import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { AnalysedPicture } from './analysed-picture.ts'

/** A picture with its copies in other sizes, its maps and findings takes about as much as so many working rasters. */
const RASTERS_HELD = 4

/**
 * The pictures used last, kept decoded with what was found out about them, so that the next request for the same bytes
 * goes on from there. Bytes are counted by estimate; a picture larger than the whole cache is not kept.
 */
export class PictureCache {
  readonly #kept: LRUCache<string, AnalysedPicture>
  readonly #opening = new Map<string, Promise<AnalysedPicture>>()

  /** @param capacity Bytes that all kept pictures take together. */
  constructor(capacity: number) {
    this.#kept = new LRUCache({ maxSize: capacity })
  }

  /**
   * The picture with this id: the one that is kept, or the file at `path` opened by `open`. Requests that come while it
   * is being opened share it.
   */
  async take(id: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture> {
    const kept = this.#kept.get(id)
    if (kept) return kept
    // whoever opens it may have let go of its file meanwhile; this request has a file of its own
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

  /** Keeps a picture once it is open; one that does not open, or whose file is gone, is not kept. */
  async #keep(id: string, path: string, opening: Promise<AnalysedPicture>): Promise<void> {
    const [opened, file] = await Promise.allSettled([opening, stat(path)])
    if (opened.status === 'rejected' || file.status === 'rejected') return
    // a decoded photo keeps its file's bytes
    const size = opened.value.photo.pixels.data.byteLength * RASTERS_HELD + file.value.size
    this.#kept.set(id, opened.value, { size })
  }
}
