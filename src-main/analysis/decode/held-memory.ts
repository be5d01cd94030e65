/**
 * Pixels and bytes of one photo, given back all at once when nobody reads them any more. The collector hears late of
 * what lies outside its heap: without this a process holds some photos that are long done.
 */
export class HeldMemory {
  readonly #views = new Set<ArrayBufferView>()

  /** Notes what is given back later, and returns its owner. */
  hold<T extends { data: ArrayBufferView }>(owner: T): T {
    this.#views.add(owner.data)
    return owner
  }

  giveBack(): void {
    for (const view of this.#views) giveBack(view)
    this.#views.clear()
  }
}

/** Frees memory now; it has no bytes from then on. What is only a part of a buffer, which others may use, stays. */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}
