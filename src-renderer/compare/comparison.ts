import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** Photos side by side: the shown ones, the waiting ones, and the index of the one that keys act on. */
export type Comparison = {
  readonly shown: readonly PhotoId[]
  readonly waiting: readonly PhotoId[]
  readonly active: number
  /** The number of panes, if there are enough photos. */
  readonly panes: number
}

/** More cannot be compared on one screen. */
export const MAX_PANES = 16

/** Starts with the first photos of a list. */
export function startComparison(ids: readonly PhotoId[], panes: number): Comparison {
  const count = Math.min(MAX_PANES, Math.max(1, panes))
  return { shown: ids.slice(0, count), waiting: ids.slice(count), active: 0, panes: count }
}

/** Removes a photo, and shows the next one in its place; without a next one, the others move up. */
export function leaveOut({ shown, waiting, active, panes }: Comparison, id: PhotoId): Comparison {
  const [next, ...rest] = waiting
  const left = shown.flatMap((other) => (other !== id ? [other] : next === undefined ? [] : [next]))
  return { shown: left, waiting: rest, active: Math.min(active, Math.max(0, left.length - 1)), panes }
}

/** Restores a removed photo to its place, and the photo that is there waits again. */
export function putBack({ shown, waiting, panes }: Comparison, id: PhotoId, place: number): Comparison {
  const at = Math.min(place, shown.length)
  const displaced = shown.length < panes ? [] : shown.slice(at, at + 1)
  const rest = shown.slice(at + displaced.length)
  return { shown: [...shown.slice(0, at), id, ...rest], waiting: [...displaced, ...waiting], active: at, panes }
}

/** Makes another photo active; after the last one, the first. */
export function activate(comparison: Comparison, index: number): Comparison {
  const { length } = comparison.shown
  return { ...comparison, active: length === 0 ? 0 : (index + length) % length }
}

/** Changes the number of panes: more photos are taken from the waiting ones, surplus ones wait first. */
export function showMany(comparison: Comparison, panes: number): Comparison {
  const next = startComparison([...comparison.shown, ...comparison.waiting], panes)
  return { ...next, active: Math.min(comparison.active, Math.max(0, next.shown.length - 1)) }
}
