import type { PendingPhoto } from './rows/take-pending.ts'

/** Photos whose process crashed once. They run alone, so that a second crash has one possible cause. */
export class Suspects {
  readonly #waiting = new Map<number, PendingPhoto>()
  #alone: number | null = null

  /** True while a suspect is in progress: nothing else may run. */
  get isRunning(): boolean {
    return this.#alone !== null
  }

  add(photo: PendingPhoto): void {
    this.#waiting.set(photo.id, photo)
  }

  remove(id: number): void {
    this.#waiting.delete(id)
  }

  isWaiting(id: number): boolean {
    return this.#waiting.has(id)
  }

  waitingIds(): Iterable<number> {
    return this.#waiting.keys()
  }

  /** The suspect that has waited longest; it counts as running until `finish`. */
  takeNext(): PendingPhoto | undefined {
    const photo = this.#waiting.values().next().value
    if (photo === undefined) return undefined
    this.#waiting.delete(photo.id)
    this.#alone = photo.id
    return photo
  }

  /** The photo's result could not be saved: a suspect runs alone again. */
  retry(photo: PendingPhoto): void {
    if (this.#alone === photo.id) this.add(photo)
  }

  /** A photo is no longer in progress. */
  finish(id: number): void {
    if (this.#alone === id) this.#alone = null
  }
}
