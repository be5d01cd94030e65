/**
 * Pixels and bytes of one photo, freed at once when nobody reads them any more. The garbage collector notices memory
 * outside its heap late: without this a process would hold several finished photos.
 */
export class HeldMemory {
  readonly #views = new Set<ArrayBufferView>()

  /** Registers memory to free later, and returns its owner. */
  hold<T extends { data: ArrayBufferView }>(owner: T): T {
    this.#views.add(owner.data)
    return owner
  }

  giveBack(): void {
    for (const view of this.#views) giveBack(view)
    this.#views.clear()
  }
}

/** Frees memory now; it has no bytes afterwards. A part of a larger buffer stays, since others may use it. */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}
