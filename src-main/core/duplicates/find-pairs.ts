import type { ComparedPhoto } from '../catalog/catalog.ts'
import { OutlineIndex } from './outline-index.ts'
import { outlineOf } from './outline.ts'
import { createPieceClock } from './piece-clock.ts'

/** Photos of one second that are compared with each other; more are a burst, and no duplicates. */
const MOST_AT_ONCE = 40

export type Pair = readonly [ComparedPhoto, ComparedPhoto]

/**
 * Pairs of photos that may show the same: by the coarse shape of their pictures, and by the second in which they were
 * taken. Null now and then, when others should have their turn;
 * `onDone` hears how many photos were looked at. Each pair comes once or twice.
 */
export function* findPairs(photos: readonly ComparedPhoto[], onDone: (done: number) => void): Generator<Pair | null> {
  yield* byOutline(photos, onDone)
  yield* byTime(photos)
}

function* byOutline(photos: readonly ComparedPhoto[], onDone: (done: number) => void): Generator<Pair | null> {
  const byId = new Map<number, ComparedPhoto>()
  const index = new OutlineIndex(photos.length)
  const isDue = createPieceClock()
  for (const [place, photo] of photos.entries()) {
    onDone(place)
    const outline = photo.placeholder === null ? null : outlineOf(photo.placeholder)
    for (const id of outline === null ? [] : index.findAndAdd(photo.id, outline)) yield [byId.get(id)!, photo]
    byId.set(photo.id, photo)
    if (isDue()) yield null
  }
}

function* byTime(photos: readonly ComparedPhoto[]): Generator<Pair | null> {
  const bySecond = new Map<string, ComparedPhoto[]>()
  const isDue = createPieceClock()
  for (const photo of photos) {
    const taken = photo.takenAt === null ? undefined : bySecond.get(photo.takenAt)
    if (taken !== undefined) taken.push(photo)
    else if (photo.takenAt !== null) bySecond.set(photo.takenAt, [photo])
    if (isDue()) yield null
  }
  for (const taken of bySecond.values()) {
    if (taken.length <= MOST_AT_ONCE) yield* pairsOf(taken)
    if (isDue()) yield null
  }
}

function* pairsOf(photos: readonly ComparedPhoto[]): Generator<Pair> {
  for (const [place, photo] of photos.entries()) for (const other of photos.slice(0, place)) yield [other, photo]
}
