import type { DuplicateKind } from '../../contract/library/duplicates.ts'
import type { ComparedPhoto } from './rows/duplicate-store.ts'
import { Clusters } from './clusters.ts'
import { judgePictures, mayBeDuplicates } from './judge-pictures.ts'
import type { PictureDifference } from './compare-pictures.ts'
import { areFrames } from './same-shot.ts'
import { OutlineIndex } from './outline-index.ts'
import { outlineOf } from './outline.ts'

/** Photos that show the same, with the sizes of their files; those with one `contentHash` have the same bytes. */
export type FoundGroup = { kind: DuplicateKind; photos: FoundPhoto[] }
export type FoundPhoto = Pick<ComparedPhoto, 'id' | 'bytes' | 'contentHash'>

export type FindDuplicates = {
  photos: readonly ComparedPhoto[]
  marks: ReadonlyMap<number, readonly number[]>
  /** The difference between the pictures of two photos; null if one has none. */
  compare(a: ComparedPhoto, b: ComparedPhoto): Promise<PictureDifference | null>
  /** Gives others a turn; `done` photos are compared. */
  pause(done: number): Promise<void>
}

type Edge = { a: number; b: number; kind: 'same' | 'near'; difference: number }

/**
 * Groups of photos that show the same. Equal files and equal pictures are known by their hashes. Others with a similar
 * outline, or taken in the same second, are compared by their thumbnails.
 */
export async function findDuplicates({ photos, marks, compare, pause }: FindDuplicates): Promise<FoundGroup[]> {
  const byId = new Map<number, ComparedPhoto>()
  for (const photo of photos) byId.set(photo.id, photo)
  const clusters = new Clusters(marks, (a, b) => areFrames(byId.get(a)!, byId.get(b)!))
  for (const ids of await idsBy(photos, ({ contentHash }) => contentHash, pause)) clusters.joinAll(ids, 'equal')
  for (const ids of await idsBy(photos, ({ imageHash }) => imageHash, pause)) clusters.joinAll(ids, 'same')
  const edges = await findEdges(await pictureHeads(photos, clusters, pause), { compare, pause })
  joinEdges(clusters, edges)
  const foundOf = (id: number): FoundPhoto => {
    const { bytes, contentHash } = byId.get(id)!
    return { id, bytes, contentHash }
  }
  return clusters.all().map(({ kind, ids }) => ({ kind, photos: ids.map(foundOf) }))
}

/** Of photos with equal hashes, one is compared with others. */
async function pictureHeads(
  photos: readonly ComparedPhoto[],
  clusters: Clusters,
  pause: FindDuplicates['pause'],
): Promise<ComparedPhoto[]> {
  const heads: ComparedPhoto[] = []
  const isDue = createPieceClock()
  for (const photo of photos) {
    if (!photo.isFilm && clusters.clusterOf(photo.id).ids[0] === photo.id) heads.push(photo)
    if (isDue()) await pause(0)
  }
  return heads
}

async function idsBy(
  photos: readonly ComparedPhoto[],
  hashOf: (photo: ComparedPhoto) => string,
  pause: FindDuplicates['pause'],
): Promise<number[][]> {
  const groups = new Map<string, number[]>()
  const isDue = createPieceClock()
  for (const photo of photos) {
    const ids = groups.get(hashOf(photo))
    if (ids === undefined) groups.set(hashOf(photo), [photo.id])
    else ids.push(photo.id)
    if (isDue()) await pause(0)
  }
  groups.delete('')
  return [...groups.values()].filter(({ length }) => length > 1)
}

async function findEdges(
  photos: readonly ComparedPhoto[],
  { compare, pause }: Pick<FindDuplicates, 'compare' | 'pause'>,
): Promise<Edge[]> {
  const edges = new Map<string, Edge>()
  let done = 0
  for (const pair of findPairs(photos, (looked) => (done = looked))) {
    if (pair === null) await pause(done)
    else if (!edges.has(keyOf(pair)) && mayBeDuplicates(...pair)) {
      const difference = await compare(...pair)
      const edge = difference && edgeOf(pair, difference)
      if (edge) edges.set(keyOf(pair), edge)
    }
  }
  return [...edges.values()]
}

function edgeOf([a, b]: Pair, difference: PictureDifference): Edge | null {
  const kind = judgePictures(a, b, difference)
  return kind === null ? null : { a: a.id, b: b.id, kind, difference: 1 - difference.shape }
}

const keyOf = ([a, b]: Pair): string => `${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`

/**
 * The most similar pairs first. Versions of a picture are joined only if each is similar to each: otherwise a chain of
 * small steps would end at another picture.
 */
function joinEdges(clusters: Clusters, edges: readonly Edge[]): void {
  const isLike = new Set(edges.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
  const heads = new Set(edges.flatMap(({ a, b }) => [a, b]))
  const order = [...edges].sort((a, b) =>
    a.kind === b.kind ? a.difference - b.difference : a.kind === 'same' ? -1 : 1,
  )
  for (const { a, b, kind } of order) {
    const headsOf = (id: number) => clusters.clusterOf(id).ids.filter((each) => heads.has(each))
    const areLike = headsOf(a).every((one) => headsOf(b).every((other) => isLike.has(`${one} ${other}`)))
    if (kind === 'same' || areLike) clusters.join(a, b, kind)
  }
}

/** Photos of one second that are compared with each other; more are a burst, not duplicates. */
const MAX_AT_ONCE = 40

type Pair = readonly [ComparedPhoto, ComparedPhoto]

/**
 * Pairs of photos that may show the same: by the outlines of their pictures, and by the second in which they were
 * taken. Yields null now and then to give others a turn; `onDone` gets the number of photos checked. Each pair comes
 * once or twice.
 */
function* findPairs(photos: readonly ComparedPhoto[], onDone: (done: number) => void): Generator<Pair | null> {
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
    if (taken.length <= MAX_AT_ONCE) yield* pairsOf(taken)
    if (isDue()) yield null
  }
}

function* pairsOf(photos: readonly ComparedPhoto[]): Generator<Pair> {
  for (const [place, photo] of photos.entries()) for (const other of photos.slice(0, place)) yield [other, photo]
}

/** Milliseconds between two pauses: the maximum that windows wait. */
const PIECE_MS = 8

/** Returns true when a piece of long work has taken its time, and begins the next one. */
function createPieceClock(): () => boolean {
  let began = performance.now()
  return () => {
    const isDue = performance.now() - began > PIECE_MS
    if (isDue) began = performance.now()
    return isDue
  }
}
