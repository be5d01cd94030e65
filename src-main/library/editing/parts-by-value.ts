import type { ChangePart } from '../catalog/catalog.ts'

/** Groups photos that get the same value, each group as one part of a change. */
export class PartsByValue {
  readonly #parts = new Map<string, { change: ChangePart['change']; ids: number[] }>()
  #photos = 0

  add(id: number, change: ChangePart['change']): void {
    const key = JSON.stringify(change)
    const part = this.#parts.get(key)
    if (part === undefined) this.#parts.set(key, { change, ids: [id] })
    else part.ids.push(id)
    this.#photos++
  }

  get photos(): number {
    return this.#photos
  }

  list(): ChangePart[] {
    return [...this.#parts.values()]
  }
}
