import type { DuplicateKind } from '../../contract/library/duplicates.ts'
import type { ComparedPhoto } from '../catalog/catalog.ts'
import { Clusters } from './clusters.ts'
import { findPairs, type Pair } from './find-pairs.ts'
import { judgePictures, mayBeDuplicates } from './judge-pictures.ts'
import type { PictureDifference } from './compare-pictures.ts'
import { createPieceClock } from './piece-clock.ts'
import { areFrames } from './same-shot.ts'

/** Photos that show the same, with the sizes of their files; those with one `contentHash` hold the same bytes. */
export type FoundGroup = { kind: DuplicateKind; photos: FoundPhoto[] }
export type FoundPhoto = Pick<ComparedPhoto, 'id' | 'bytes' | 'contentHash'>

export type FindDuplicates = {
  photos: readonly ComparedPhoto[]
  marks: ReadonlyMap<number, readonly number[]>
  /** What the pictures of two photos differ in; null where one has none. */
  compare(a: ComparedPhoto, b: ComparedPhoto): Promise<PictureDifference | null>
  /** Lets others have their turn; `done` photos of all are compared. */
  pause(done: number): Promise<void>
}

type Edge = { a: number; b: number; kind: 'same' | 'near'; difference: number }

/**
 * Photos that show the same, in groups. Equal files and equal pictures are known by their hashes; of the others those
 * with a like outline, or of one second, are compared by their thumbnails.
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

/** Of photos that are together by their hashes one is compared with others. */
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
 * The most alike first. Versions of a picture are together only where each is like each: else a row of small steps
 * would end at another picture.
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
