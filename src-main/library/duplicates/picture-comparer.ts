import type { ComparedPhoto } from './rows/duplicate-store.ts'
import { comparePictures, type PictureDifference } from './compare-pictures.ts'

export type PictureComparerDependencies = {
  /** The bytes of a photo's thumbnail; null without one. */
  thumbnail(id: number): Uint8Array | null
  /** The signature of a thumbnail; rejects if it is not a picture. */
  signature(thumbnail: Uint8Array): Promise<Uint8Array>
}

/** Pairs that are cached: tens of megabytes. */
const MAX_PAIRS = 100_000

/** Compares photos by their thumbnails, each pair once while its pictures stay the same. */
export class PictureComparer {
  readonly #dependencies: PictureComparerDependencies
  readonly #pairs = new Map<string, PictureDifference | null>()
  /** Of the running search. */
  #signatures = new Map<number, Promise<Uint8Array | null>>()

  constructor(dependencies: PictureComparerDependencies) {
    this.#dependencies = dependencies
  }

  /** The difference between the pictures of two photos; null if one has none that can be read. */
  async compare(a: ComparedPhoto, b: ComparedPhoto): Promise<PictureDifference | null> {
    const key = `${a.id} ${a.thumbVersion} ${b.id} ${b.thumbVersion}`
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const [one, other] = [await this.#signature(a.id), await this.#signature(b.id)]
    const difference = one && other && comparePictures(one, other)
    if (this.#pairs.size >= MAX_PAIRS) this.#pairs.clear()
    this.#pairs.set(key, difference)
    return difference
  }

  /** After a search: frees what it read of pictures. */
  rest(): void {
    this.#signatures = new Map()
  }

  #signature(id: number): Promise<Uint8Array | null> {
    const known = this.#signatures.get(id)
    if (known !== undefined) return known
    const signature = this.#read(id)
    this.#signatures.set(id, signature)
    return signature
  }

  async #read(id: number): Promise<Uint8Array | null> {
    const thumbnail = this.#dependencies.thumbnail(id)
    if (thumbnail === null) return null
    return this.#dependencies.signature(thumbnail).catch(() => null) // the next analysis creates it again
  }
}
