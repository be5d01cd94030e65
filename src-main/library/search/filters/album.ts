import type { PhotoFilter } from '../../../contract/library/query.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Comparison } from '../../../contract/library/search/nodes.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import { albumAndWithin, type AlbumPath, albumPaths } from '../../albums/rows/album-paths.ts'
import { type AlbumTree, readTree } from '../../albums/rows/album-rows.ts'
import { type Bits, countBoth, hasBit, intersect, setBit, unite } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Slices } from '../columns/slices.ts'
import { folderAndBelow } from '../../folders/rows/folders-below.ts'
import { findSearch } from '../searches/saved-searches.ts'
import { textFinder } from '../../../contract/fold-text.ts'
import { findAll } from './text.ts'
import type { Filter, FilterSource } from './filter.ts'
import { folderColumn } from './folder.ts'
import { nameMatcher } from './match-words.ts'
import { withKept } from './numbers.ts'

/** One album and those within it; a removed one has no photos. */
export const album = {
  fields: ['albumId'],
  terms: [
    {
      field: searchFields.album,
      *find({ comparison, values }, source) {
        const tree = readTree(source.context.db)
        const named = namedAlbums(tree, comparison, values)
        const found = yield* inAlbums(source, tree, named)
        unite(found, yield* bySearches(source, namedSearches(source, tree, { comparison, values })))
        return found
      },
      values: (photos, { context, index }) =>
        countAlbums(photos, readTree(context.db), index).map(({ path, name, count }) => ({
          value: path,
          label: name,
          count,
        })),
    },
  ],
  *keep(photos, { albumId }, source) {
    if (albumId === undefined) return
    intersect(photos, yield* inAlbums(source, readTree(source.context.db), [albumId]))
  },
  facet: (photos, { context, index }) => ({ albums: countAlbums(photos, readTree(context.db), index) }),
} satisfies Filter

/**
 * The photos of a query's single album in its own order, as slots, followed by those of albums within, each photo once.
 * Null if the query has no album, or several.
 */
export function slotsOfAlbum(
  { albumId, text }: PhotoFilter,
  { context, index, terms }: FilterSource,
): Uint32Array | null {
  const tree = readTree(context.db)
  const id = albumId ?? onlyAlbum(tree, text ?? '', terms)
  if (id === null) return null
  const seen = index.noSlots()
  const slots: number[] = []
  for (const within of albumAndWithin(tree.albums, id))
    for (const photo of index.albums.ids(within)) {
      const { slot, isThere } = index.find(photo)
      if (!isThere || hasBit(seen, slot)) continue
      setBit(seen, slot)
      slots.push(slot)
    }
  return Uint32Array.from(slots)
}

/** The album that a search names, if its only `album:` names one that contains all others of that name. */
function onlyAlbum(tree: AlbumTree, text: string, { findField }: FilterSource['terms']): number | null {
  const wanted = parse(text, findField).terms.filter((node) => node.type === 'field' && node.field === 'album')
  const [node, ...others] = wanted
  if (node?.type !== 'field' || others.length > 0) return null
  const [first, ...rest] = namedAlbums(tree, node.comparison, node.values)
  if (first === undefined) return null
  const within = albumAndWithin(tree.albums, first)
  return rest.every((id) => within.includes(id)) ? first : null
}

function namedAlbums({ albums }: AlbumTree, comparison: Comparison, values: readonly string[]): number[] {
  const tests = values.map((value) => albumMatcher(comparison, value))
  return albumPaths(albums)
    .filter((each) => tests.some((matches) => matches(each)))
    .map(({ id }) => id)
}

/**
 * `:` matches beginnings of words in the album's name, or with `/` the names of nested albums; `=` matches the name or
 * the complete path.
 */
function albumMatcher(comparison: Comparison, value: string): (album: AlbumPath) => boolean {
  const wanted = value.trim()
  const matches = nameMatcher(comparison, wanted)
  if (comparison === '=') return ({ name, path }) => matches(name) || matches(path)
  if (!wanted.includes('/')) return ({ name }) => matches(name)
  const isFound = textFinder(wanted.startsWith('/') ? wanted : `/${wanted}`)
  return ({ path }) => isFound(`/${path}`)
}

type Named = { comparison: Comparison; values: readonly string[] }

function namedSearches({ context }: FilterSource, { searches }: AlbumTree, { comparison, values }: Named): number[] {
  const tests = values.map((value) => nameMatcher(comparison, value))
  return searches
    .map(({ searchId }) => searchId)
    .filter((id) => tests.some((matches) => matches(findSearch(context.db, id)?.name ?? '')))
}

/** The photos of albums, of those within them, and of smart albums among these. */
function* inAlbums(source: FilterSource, tree: AlbumTree, ids: readonly number[]): Slices<Bits> {
  const all = new Set(ids.flatMap((id) => albumAndWithin(tree.albums, id)))
  const found = source.index.noSlots()
  for (const id of all) addPhotos(found, source.index, id)
  const within = tree.searches.filter(({ parentId }) => parentId !== null && all.has(parentId))
  const bySearch = yield* bySearches(
    source,
    within.map(({ searchId }) => searchId),
  )
  unite(found, bySearch)
  return found
}

/** The photos of saved searches; one that refers to itself finds nothing more by that. */
function* bySearches(source: FilterSource, ids: readonly number[]): Slices<Bits> {
  const found = source.index.noSlots()
  for (const id of ids) {
    const search = findSearch(source.context.db, id)
    if (search === null || source.openSearches?.has(id) === true) continue
    const inner = { ...source, openSearches: new Set(source.openSearches).add(id) }
    const photos =
      (yield* findAll(inner, parse(search.text, source.terms.findField).terms)) ?? source.index.live.slice()
    if (search.folderId !== null) intersect(photos, inFolder(source, search.folderId))
    unite(found, photos)
  }
  return found
}

function inFolder({ context, index }: FilterSource, folderId: number): Bits {
  const folders = folderAndBelow(context.db, folderId)
  return withKept(index, index.values(folderColumn), (id) => folders.has(id))
}

function addPhotos(into: Bits, index: PhotoIndex, id: number): void {
  for (const photo of index.albums.ids(id)) {
    const { slot, isThere } = index.find(photo)
    if (isThere) setBit(into, slot)
  }
}

/** How many photos of a set are in each album or within it, in the order of the tree; empty ones are left out. */
function countAlbums(photos: Bits, { albums }: AlbumTree, index: PhotoIndex) {
  return albumPaths(albums).flatMap(({ id, name, path }) => {
    const found = index.noSlots()
    for (const within of albumAndWithin(albums, id)) addPhotos(found, index, within)
    const count = countBoth(found, photos)
    return count === 0 ? [] : [{ id, name, path, count }]
  })
}
