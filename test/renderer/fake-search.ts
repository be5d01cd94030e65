import { SURELY_CLOSED, SURELY_OPEN } from '../../src-main/contract/analysis/sharpness.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import type { ReadDescription } from '../../src-main/contract/library/search/read-description.ts'
import type { SearchExplanation } from '../../src-main/contract/library/search/explanation.ts'
import { leavesOf, type SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type {
  DayCount,
  Facets,
  PhotoFilter,
  PhotoQuery,
  PhotoSort,
  SectionPlaces,
} from '../../src-main/contract/library/query.ts'

function tally<T extends string | number>(values: readonly T[]): { value: T; count: number }[] {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .sort((a, b) => b.count - a.count)
}

/** How many words of some sentences a photo has as tags: enough to find photos by a sentence, and to order them. */
const likenessTo = (photo: PhotoDetail, sentences: readonly string[]): number =>
  photo.tags.filter(({ name }) =>
    sentences.some((each) => each.toLowerCase().split(/\W+/).includes(name.toLowerCase())),
  ).length

/** Whether someone's eyes are closed, or all are open; null if uncertain. */
function eyesOf({ sharpness }: PhotoDetail): 'closed' | 'open' | null {
  const known = sharpness?.faces.flatMap((face) => face?.expression?.openness ?? []) ?? []
  if (known.length === 0) return null
  const least = Math.min(...known)
  return least < SURELY_CLOSED ? 'closed' : least >= SURELY_OPEN ? 'open' : null
}

/** Words, tags, ratings, faces, eyes, sentences and states of a text; every other field matches all photos. */
function matchesNode(photo: PhotoDetail, node: SearchNode): boolean {
  if (node.type === 'not') return !matchesNode(photo, node.node)
  if (node.type === 'all') return node.nodes.every((each) => matchesNode(photo, each))
  if (node.type === 'any') return node.nodes.some((each) => matchesNode(photo, each))
  const names = photo.tags.map((tag) => tag.name)
  if (node.type !== 'field') return [photo.name, ...names].join(' ').toLowerCase().includes(node.text.toLowerCase())
  const value = node.values[0] ?? ''
  const compare = (number: number) => (node.comparison === '>=' ? number >= Number(value) : number === Number(value))
  if (node.field === 'tag') return names.includes(value)
  if (node.field === 'rating') return compare(photo.rating)
  if (node.field === 'person')
    return photo.people.some(({ name }) => name?.toLowerCase().startsWith(value.toLowerCase()) === true)
  if (node.field === 'faces') return compare(photo.faces)
  if (node.field === 'eyes') return eyesOf(photo) === value
  if (node.field === 'shows') return likenessTo(photo, node.values) > 0
  if (node.field === 'place') return photo.place.toLowerCase().includes(value.toLowerCase())
  if (node.field === 'is' && value === 'rated') return photo.rating > 0
  if (node.field === 'is' && value === 'cropped') return photo.crop !== undefined
  if (node.field === 'is' && value === 'rejected') return photo.pick === -1
  if (node.field === 'is' && value === 'private') return photo.isPrivate
  if (node.field === 'is' && value === 'sensitive') return photo.isSensitive
  if (node.field === 'is' && value === 'undated') return photo.takenAt === null
  if (node.field === 'is') return photo.status === value || (value === 'analysed' && photo.status === 'ready')
  return true
}

/** The search language of a fake library. */
export const descriptions: Readonly<Record<string, ReadDescription>> = {
  'a cat in the city, no dogs': {
    text: 'tag:cat tag:city -tag:dog',
    isSentence: true,
    unread: [],
  },
  'a jumping cat with 7 faces': {
    text: 'tag:cat faces:7',
    isSentence: true,
    unread: [{ text: 'jumping', nearest: 'juggling', corrected: 'a juggling cat with 7 faces' }],
  },
  除外した写真: { text: 'flag:rejected', isSentence: true, unread: [] },
  'a juggling cat with 7 faces': { text: 'tag:cat tag:juggling faces:7', isSentence: true, unread: [] },
}

/** Without a match for all terms: the terms whose removal gives matches. */
export function withoutOne(
  photos: readonly PhotoDetail[],
  { text = '' }: PhotoFilter,
): SearchExplanation['withoutOne'] {
  const { terms, spans } = parse(text)
  const count = (some: readonly SearchNode[]) =>
    photos.filter((photo) => some.every((term) => matchesNode(photo, term))).length
  if (terms.length < 2 || count(terms) > 0) return []
  return terms
    .map((term) => ({ ...spans.get(term)!, count: count(terms.filter((each) => each !== term)) }))
    .map((each) => ({ ...each, text: text.slice(each.from, each.to) }))
    .filter((each) => each.count > 0)
}

/**
 * Enough of the real search for a window's tests: text, tags, folder, rating, faces, status, dates.
 */
export function matches(photo: PhotoDetail, filter: PhotoFilter): boolean {
  const names = photo.tags
    .filter((tag) => tag.source !== 'engine' || tag.confidence >= (filter.minConfidence ?? 0))
    .map((tag) => tag.name)
  const day = photo.takenAt?.slice(0, 10) ?? ''
  return (
    parse(filter.text ?? '').terms.every((term) => matchesNode(photo, term)) &&
    (filter.tags ?? []).every((tag) => names.includes(tag)) &&
    (!filter.categories?.length ||
      photo.categories.some((found) => filter.categories?.includes(`${found.categorizer}/${found.name}`))) &&
    (filter.folderId === undefined || photo.folderId === filter.folderId || filter.folderId === 1) &&
    photo.rating >= (filter.ratingFrom ?? 0) &&
    photo.rating <= (filter.ratingTo ?? 5) &&
    (!filter.labels?.length || filter.labels.includes(photo.label)) &&
    (!filter.picks?.length || filter.picks.includes(photo.pick)) &&
    photo.faces >= (filter.facesFrom ?? 0) &&
    photo.faces <= (filter.facesTo ?? Infinity) &&
    (!filter.statuses?.length || filter.statuses.includes(photo.status)) &&
    (!filter.takenFrom || day >= filter.takenFrom) &&
    (!filter.takenTo || day <= filter.takenTo)
  )
}

export function search(photos: readonly PhotoDetail[], { filter, sort }: PhotoQuery): PhotoDetail[] {
  const sentences = leavesOf(parse(filter.text ?? '').terms).flatMap((leaf) =>
    leaf.type === 'field' && leaf.field === 'shows' ? leaf.values : [],
  )
  const keys: Readonly<Record<PhotoSort['by'], (photo: PhotoDetail) => string | number>> = {
    takenAt: (photo) => photo.takenAt ?? '',
    addedAt: ({ id }) => id,
    modifiedAt: ({ modifiedAt }) => modifiedAt,
    name: ({ name }) => name,
    rating: ({ rating }) => rating,
    size: ({ bytes }) => bytes,
    match: (photo) => likenessTo(photo, sentences),
    album: (photo) => photo.takenAt ?? '',
  }
  const key = keys[sort.by]
  const isUndated = (photo: PhotoDetail): number => (sort.by === 'takenAt' && photo.takenAt === null ? 1 : 0)
  const way = sort.order === 'asc' ? 1 : -1
  return photos
    .filter((photo) => matches(photo, filter))
    .sort((a, b) => isUndated(a) - isUndated(b) || (key(a) < key(b) ? -way : key(a) > key(b) ? way : b.id - a.id))
}

/** The days of photos in order. */
export function daysOf(photos: readonly PhotoDetail[]): DayCount[] {
  const days = Map.groupBy(photos, (photo) => photo.takenAt?.slice(0, 10) ?? null)
  return [...days].map(([day, all]) => ({ day, count: all.length }))
}

/** Places of the photos of days and months, most photos first. */
export const placesOf = (photos: readonly PhotoDetail[], sections: readonly string[]): SectionPlaces[] =>
  sections.map((section) => {
    const there = tally(photos.flatMap(({ takenAt, place }) => (takenAt?.startsWith(section) && place ? place : [])))
    const places = there
      .slice(0, 2)
      .map(({ value }) => ({ name: value.split(', ')[0]!, country: value.split(', ')[1]! }))
    return { section, places, more: there.length - places.length }
  })

export function facetsOf(photos: readonly PhotoDetail[]): Facets {
  const categories = tally(
    photos.flatMap((photo) =>
      photo.categories.filter((found) => found.confidence > 50).map((found) => `${found.categorizer}/${found.name}`),
    ),
  )
  const labels = new Map(photos.flatMap((photo) => photo.tags.map(({ name, label }) => [name, label] as const)))
  return {
    total: photos.length,
    tags: tally(photos.flatMap((photo) => photo.tags.map((tag) => tag.name))).map(({ value, count }) => ({
      name: value,
      label: labels.get(value) ?? value,
      count,
    })),
    categories: categories.map(({ value, count }) => ({
      categorizer: value.split('/')[0] ?? '',
      name: value.split('/')[1] ?? '',
      label: value.split('/')[1] ?? '',
      count,
    })),
    ratings: tally(photos.map((photo) => photo.rating)).map(({ value, count }) => ({ rating: value, count })),
    labels: tally(photos.flatMap((photo) => photo.label || [])).map(({ value, count }) => ({ label: value, count })),
    picks: tally(photos.map((photo) => photo.pick)).map(({ value, count }) => ({ pick: value, count })),
    faces: tally(photos.map((photo) => photo.faces)).map(({ value, count }) => ({ faces: value, count })),
    eyes: (['closed', 'open'] as const).flatMap((eyes) => {
      const count = photos.filter((photo) => eyesOf(photo) === eyes).length
      return count === 0 ? [] : [{ eyes, count }]
    }),
    people: tally(photos.flatMap(({ people }) => people.flatMap(({ name }) => name ?? []))).map(({ value, count }) => ({
      person: value,
      count,
    })),
    years: tally(photos.flatMap((photo) => (photo.takenAt ? [Number(photo.takenAt.slice(0, 4))] : []))).map(
      ({ value, count }) => ({ year: value, count }),
    ),
    undated: photos.filter(({ takenAt }) => takenAt === null).length,
    sensitive: photos.filter(({ isSensitive }) => isSensitive).length,
    private: photos.filter(({ isPrivate }) => isPrivate).length,
    albums: [],
    statuses: tally(photos.map((photo) => photo.status)).map(({ value, count }) => ({ status: value, count })),
    cameras: tally(photos.flatMap(({ metadata }) => metadata.cameraModel ?? [])).map(({ value, count }) => ({
      camera: value,
      count,
    })),
    lenses: tally(photos.flatMap(({ metadata }) => metadata.lens ?? [])).map(({ value, count }) => ({
      lens: value,
      count,
    })),
    places: tally(photos.map(({ place }) => place).filter(Boolean)).map(({ value, count }) => ({
      level: 'city' as const,
      place: value,
      label: value,
      count,
    })),
    types: tally(photos.map((photo) => photo.format)).map(({ value, count }) => ({ type: value, count })),
    orientations: tally(
      photos.map(({ width, height }) => (width > height ? ('landscape' as const) : ('portrait' as const))),
    ).map(({ value, count }) => ({ orientation: value, count })),
  }
}
