type Holding = { count: number; isToBeDeleted: boolean }

/** Counts the holders of a file. A file that is removed while held is deleted when its last holder releases it. */
export class FileHolders {
  readonly #delete: (file: string) => Promise<void>
  readonly #held = new Map<string, Holding>()

  constructor(deleteFile: (file: string) => Promise<void>) {
    this.#delete = deleteFile
  }

  /** Holds a file; the returned function releases it, once even if it is called again. */
  hold(file: string): () => Promise<void> {
    const holding = this.#held.get(file) ?? { count: 0, isToBeDeleted: false }
    this.#held.set(file, holding)
    holding.count += 1
    return once(() => this.#release(file, holding))
  }

  /** Deletes a file, at once or when its last holder releases it. */
  async remove(file: string): Promise<void> {
    const holding = this.#held.get(file)
    if (holding) holding.isToBeDeleted = true
    else await this.#delete(file)
  }

  async #release(file: string, holding: Holding): Promise<void> {
    holding.count -= 1
    if (holding.count > 0) return
    this.#held.delete(file)
    if (holding.isToBeDeleted) await this.#delete(file)
  }
}

/** Work that runs once, however often it is called. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
