import { ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { PhotoFilter } from '../../src-main/contract/library/query.ts'
import type { Client } from '../client/connection.ts'
import { describeError } from '../client/describe-error.ts'

export type SimilarBy = 'content' | 'colors'
const MAX_FOUND = 300

/** The search for photos like one photo: its parameters, what it found (nearest first) and its state. */
export class SimilarSearch {
  readonly photoId = ref<PhotoId | null>(null)
  readonly by = ref<SimilarBy>('content')
  readonly found = shallowRef<readonly { id: PhotoId; distance: number }[]>([])
  /** Tiles of the photo compared with and of those found. */
  readonly tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())
  /** Photos farther away are not shown; 0 (the same) to 1. */
  readonly maxDistance = ref(1)
  readonly isLoading = ref(false)
  readonly problem = ref('')
  /** Rises with every search, so that the answer to an earlier one is dropped and a grid goes back to its top. */
  readonly serial = ref(0)
  readonly #library: Client['library']
  readonly #filter: () => PhotoFilter

  constructor(library: Client['library'], filter: () => PhotoFilter) {
    this.#library = library
    this.#filter = filter
  }

  /** Compares a photo with the library; `problem` says why that failed. */
  async find(id: PhotoId, by: SimilarBy): Promise<void> {
    const serial = this.#prepare(id, by)
    await this.#compare(id, by, serial)
    if (serial !== this.serial.value) return
    await this.refreshTiles().catch(() => undefined)
    this.isLoading.value = false
  }

  async refreshTiles(): Promise<void> {
    if (this.photoId.value === null) return
    const ids = [this.photoId.value, ...this.found.value.map((image) => image.id)]
    const list = await this.#library.photos.tiles({ ids })
    this.tiles.value = new Map(list.map((tile) => [tile.id, tile]))
  }

  clear(): void {
    this.photoId.value = null
    this.found.value = []
    this.serial.value += 1
  }

  #prepare(id: PhotoId, by: SimilarBy): number {
    if (this.photoId.value !== id || this.by.value !== by) this.found.value = []
    this.photoId.value = id
    this.by.value = by
    this.isLoading.value = true
    this.problem.value = ''
    this.serial.value += 1
    return this.serial.value
  }

  async #compare(photoId: PhotoId, by: SimilarBy, serial: number): Promise<void> {
    try {
      const { images } = await this.#library.similar.find({ photoId, by, limit: MAX_FOUND, filter: this.#filter() })
      if (serial !== this.serial.value) return
      this.found.value = images
      this.maxDistance.value = 1
    } catch (error) {
      if (serial === this.serial.value) this.problem.value = describeError(error)
    }
  }
}
