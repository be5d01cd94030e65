import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { normalView } from '../../../contract/library/normal-view.ts'
import type { PhotoTile } from '../../../contract/library/photo.ts'
import type { PhotoFilter } from '../../../contract/library/query.ts'
import { type ComparedBy, type Likeness, likenesses } from '../../../contract/library/search/likeness.ts'
import type { Compared, Region } from '../../../contract/library/similar.ts'
import { IdBits } from '../../../indexes/id-bits.ts'
import type { AllowedIds, Hit, VectorIndex } from '../../../indexes/index-types.ts'
import { colorScale, contentScale, type PublishedScale } from '../../../indexes/published-distance.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { RemoteController } from '../../remote/remote-controller.ts'
import type { ComparedPictures, ComparedVectors } from '../compared-pictures.ts'
import { colorWords, contentWords, type LikenessScale } from '../likeness-scales.ts'
import type { SimilarIndexes } from '../similar-indexes.ts'

export type SimilarHandlersDependencies = FindSimilarDependencies & {
  compared: Pick<ComparedPictures, 'add'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `similar.*`. */
export function similarHandlers(os: LibraryImplementer, dependencies: SimilarHandlersDependencies) {
  const { compared, privacy } = dependencies
  return {
    find: os.similar.find.handler(async ({ input }) => {
      const { to, filter } = input
      privacy.requireShown('photoIds' in to ? to.photoIds : 'photoId' in to ? [to.photoId] : [])
      return { images: await findSimilar(dependencies, { ...input, filter: normalView(filter) }) }
    }),
    addPicture: os.similar.addPicture.handler(async ({ input: { name, bytes } }) =>
      compared.add(name, new Uint8Array(await bytes.arrayBuffer())),
    ),
  }
}

type FindSimilarDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'files' | 'photos'> & SearchableCatalog
  similar: Pick<SimilarIndexes, 'colors' | 'contentOf' | 'contentBy' | 'load'>
  compared: Pick<ComparedPictures, 'get' | 'part'>
  remote: Pick<RemoteController, 'index'>
}

type SimilarRequest = {
  to: Compared
  by: ComparedBy
  limit: number
  /** As published. */
  maxDistance?: number
  filter: PhotoFilter
}

/** The meaning of distances: how they are published, and the words for them then. */
type Meaning = { scale: PublishedScale; words: LikenessScale }
/** A vector, the index for searching it, and the meaning of distances there. */
type Query = Meaning & { index: VectorIndex; vector: Float32Array }

const NEWEST_FIRST = { by: 'addedAt', order: 'desc' } as const

const colorMeaning: Meaning = { scale: colorScale('overall'), words: colorWords }
const contentMeaning = (modelId: string): Meaning => ({ scale: contentScale(modelId), words: contentWords })

/**
 * Photos by ascending published distance from the compared one, which is left out; of several photos the nearest
 * counts. Throws `photo-not-found`, `picture-not-found`, `not-analysed`, or why a part of a photo cannot be read.
 */
async function findSimilar(dependencies: FindSimilarDependencies, request: SimilarRequest): Promise<Found[]> {
  const { to, by, limit, maxDistance, filter } = request
  const own = 'photoIds' in to ? to.photoIds : 'photoId' in to ? [to.photoId] : []
  const tiles = requireTiles(dependencies, own)
  const remoteHits =
    by === 'content' && 'photoIds' in to ? await findRemotely(dependencies, to.photoIds, request) : null
  if (remoteHits !== null) return remoteHits
  const queries = 'photoIds' in to ? await ofPhotos(dependencies, by, tiles) : await ofPicture(dependencies, request)
  const allowed = await allowedBy(dependencies, filter, own)
  const hits = queries.map(({ index, vector, scale, words }) => {
    const farthest = maxDistance === undefined ? undefined : scale.unpublish(maxDistance)
    const near = index.search(vector, { limit: limit + own.length, maxDistance: farthest, allowed })
    return { hits: near.map(({ id, distance }) => ({ id, distance: scale.publish(distance) })), words }
  })
  return nearestOf(hits, new Set(own)).slice(0, limit)
}

function requireTiles({ catalog }: FindSimilarDependencies, ids: readonly number[]): PhotoTile[] {
  const tiles = catalog.photos.tiles([...ids])
  const missing = ids.find((id) => !tiles.some((tile) => tile.id === id))
  if (missing !== undefined)
    throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: missing }))
  return tiles
}

/** Photos that are not analysed yet are skipped if others are. Of a cropped one, what its crop shows is compared. */
async function ofPhotos(
  dependencies: FindSimilarDependencies,
  by: ComparedBy,
  tiles: readonly PhotoTile[],
): Promise<Query[]> {
  const { similar } = dependencies
  const queries: Query[] = []
  for (const tile of tiles) {
    const { id } = tile
    const cropped = await ofCrop(dependencies, by, tile)
    if (cropped.length > 0) {
      queries.push(...cropped)
      continue
    }
    const place = by === 'colors' ? { index: await similar.colors(), modelId: null } : await similar.contentOf(id)
    const vector = place?.index.get(id)
    if (!place || !vector) continue
    queries.push({ ...place, vector, ...(place.modelId === null ? colorMeaning : contentMeaning(place.modelId)) })
  }
  if (queries.length === 0) throw new AppError('not-analysed', whyNot(tiles, by))
  return queries
}

/** Empty for a photo without a crop, and if its file cannot be read now: then its own vectors are compared. */
async function ofCrop(dependencies: FindSimilarDependencies, by: ComparedBy, photo: PhotoTile): Promise<Query[]> {
  if (photo.crop === undefined || photo.status !== 'ready') return []
  try {
    return await queryOf(dependencies, by, await partOf(dependencies, photo, WHOLE))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

const WHOLE: Region = { left: 0, top: 0, width: 1, height: 1 }

const ofPicture = async (dependencies: FindSimilarDependencies, { to, by }: SimilarRequest): Promise<Query[]> =>
  queryOf(dependencies, by, await vectorsOf(dependencies, to))

async function queryOf(
  { similar }: FindSimilarDependencies,
  by: ComparedBy,
  { embedding, colorVector }: ComparedVectors,
): Promise<Query[]> {
  if (by === 'colors' && colorVector !== undefined)
    return [{ index: await similar.colors(), vector: colorVector, ...colorMeaning }]
  if (by === 'colors' || embedding === undefined)
    throw new AppError('not-analysed', say('errors.pictureNotAnalysed', { by }))
  const index = await similar.contentBy(embedding.modelId)
  // An index without photos has no vector length yet, and finds nothing.
  return index.size === 0 ? [] : [{ index, vector: embedding.vector, ...contentMeaning(embedding.modelId) }]
}

async function vectorsOf(dependencies: FindSimilarDependencies, to: Compared): Promise<ComparedVectors> {
  const { catalog, compared } = dependencies
  if ('pictureId' in to) return compared.get(to.pictureId)
  if (!('region' in to)) return {}
  return partOf(dependencies, catalog.photos.detail(to.photoId), to.region)
}

const partOf = (
  { catalog, compared }: FindSimilarDependencies,
  { id, width, height, turn, crop }: PhotoTile,
  region: Region,
): Promise<ComparedVectors> => compared.part(id, { path: catalog.files.pathOf(id), width, height, turn, crop }, region)

/** The photos of a filter; undefined if nothing is left out, since the search need not check then. */
async function allowedBy(
  { catalog }: Pick<FindSimilarDependencies, 'catalog'>,
  filter: PhotoFilter,
  own: readonly number[],
): Promise<AllowedIds | undefined> {
  const search = await catalog.search.load({ filter, sort: NEWEST_FIRST })
  const found = search.ids()
  const isEverything = found.length === catalog.analysis.counts().total && !search.hasHidden()
  if (isEverything) return undefined
  const allowed = new Uint32Array(found.length + own.length)
  allowed.set(found)
  allowed.set(own, found.length)
  return new IdBits(allowed)
}

/** This multiple of the wanted number is requested, since a filter or the state of the library may leave some out. */
const OVERSAMPLING = 4
const MAX_ASKED = 1_000

/** By the service's index; null if it is not available, so that this machine searches. */
async function findRemotely(
  { catalog, remote }: Pick<FindSimilarDependencies, 'catalog' | 'remote'>,
  photoIds: readonly number[],
  { limit, maxDistance, filter }: SimilarRequest,
): Promise<Found[] | null> {
  const index = remote.index()
  if (index === null || index === undefined) return null
  const searches: Hits[] = []
  for (const photoId of photoIds) {
    const count = Math.min(MAX_ASKED, limit * OVERSAMPLING + 1)
    const found = await index.find(catalog.files.pathOf(photoId), { count, maxDistance })
    if (!found || found.length === 0) return null
    const hits = found.flatMap(({ contentHash, distance }) =>
      catalog.files.withContent(contentHash).map((id) => ({ id, distance: Math.max(0, distance) })),
    )
    searches.push({ hits, words: contentWords })
  }
  const search = await catalog.search.load({ filter, sort: NEWEST_FIRST })
  const allowed = new Set(search.ids())
  return nearestOf(searches, new Set(photoIds))
    .filter(({ id }) => allowed.has(id))
    .slice(0, limit)
}

function whyNot(tiles: readonly PhotoTile[], by: ComparedBy): Text {
  const [{ name, status }] = tiles as readonly [PhotoTile]
  if (tiles.length > 1) return say('errors.noneAnalysed', { by })
  return status === 'failed' ? say('errors.nothingSimilar', { name }) : say('errors.notAnalysedBy', { name, by })
}

// Several searches

/** The word for a published distance; null if two photos are not even similar. */
const likenessOn = (words: LikenessScale, distance: number): Likeness | null =>
  likenesses.find((word) => distance <= words[word]) ?? null

/** A found photo, with its likeness in words; null is less than similar. */
type Found = Hit & { likeness: Likeness | null }
/** What one search found, by published distance, and the words for that. */
type Hits = { hits: readonly Hit[]; words: LikenessScale }

/**
 * The hits of several searches as one list, the most similar first: by their words, since distances of different models
 * are not comparable, then by distance. The nearest hit of each photo counts; those of `left` are left out.
 */
export function nearestOf(searches: readonly Hits[], left: ReadonlySet<number>): Found[] {
  const nearest = new Map<number, Found>()
  for (const { hits, words } of searches)
    for (const { id, distance } of hits)
      if (!left.has(id) && distance < (nearest.get(id)?.distance ?? Infinity))
        nearest.set(id, { id, distance, likeness: likenessOn(words, distance) })
  return [...nearest.values()].sort((a, b) => rank(a) - rank(b) || a.distance - b.distance || a.id - b.id)
}

const rank = ({ likeness }: Found): number => (likeness === null ? likenesses.length : likenesses.indexOf(likeness))
