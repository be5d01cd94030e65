import { type PhotoFilter, type PhotoQuery, PhotoSort } from '../../../src-main/contract/library/query.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import type { Figures } from './figures.ts'
import { measure, measureMany, PAGE } from './measure.ts'

/** A photo that is rated to invalidate the cached answers. */
const RATED = 7

/** What one would say, with words that the library has and others; nothing fits all of one. */
const sentences = [
  'word76 in Rome last summer, no word1',
  'a woman in a red coat on the beach',
  'morning trip with the Canon, 50mm, iso 400',
]

/** Queries to the library, by name. */
export const filters: [name: string, PhotoFilter][] = [
  ['everything', {}],
  ['two tags', { tags: ['word1', 'word76'] }],
  ['camera and ISO', { text: 'camera:x-t5 iso>=800' }],
  ['a rating', { ratingFrom: 3 }],
  ['a colour', { color: { html: '#3060a0', distance: 15, share: 8 } }],
]
/** Orders that need no search. */
export const orders = PhotoSort.shape.by.unwrap().exclude(['match', 'album']).options
export const texts = ['mor', 'morning rome', 'canon', 'img_07', 'word1 trip', 'fujifilm -morning']

/** Lists and counts without a cached answer: a photo is rated before each. */
export async function measureQueries(figures: Figures, { calls }: OpenLibrary): Promise<void> {
  const before = (turn: number) => calls.photos.rate({ ids: [RATED], rating: (turn % 2) * 4 })
  for (const [name, filter] of filters) {
    const runs = { limit: 100, runs: 5, before }
    await measureMany(figures, { name: `filter by ${name}, first page`, ...runs }, () => calls.photos.list({ filter }))
    await measureMany(figures, { name: '  its facets', ...runs }, () => calls.search.facets({ filter }))
  }
  await before(1)
  await measure(figures, 'facets after a change', 100, () => calls.search.facets({ filter: {} }))
  for (const text of texts) await measure(figures, `text "${text}"`, 100, () => calls.photos.list({ filter: { text } }))
  const days = { name: 'days of the whole library', limit: 100, runs: 5, before }
  await measureMany(figures, days, () => calls.search.days({ filter: {}, order: 'desc' }))
}

/** Pages from all over a list, in each order. */
export async function measureOrders(figures: Figures, { calls }: OpenLibrary, photos: number): Promise<void> {
  for (const by of orders) {
    const sort: PhotoQuery['sort'] = { by, order: 'asc' }
    await measure(figures, `order by ${by}, first time`, 100, () => calls.photos.list({ sort, limit: PAGE }))
    await measureMany(figures, { name: '  a page anywhere', limit: 20, runs: 40 }, (turn) =>
      calls.photos.list({ sort, limit: PAGE, offset: Math.floor((photos * ((turn * 37) % 100)) / 100) }),
    )
  }
}

/** A sentence becomes filters, its photos are listed, and what may be left out is counted. */
export async function measureSentences(figures: Figures, { calls }: OpenLibrary): Promise<void> {
  for (const text of sentences) {
    const read = () => calls.search.read({ text })
    await measure(figures, `sentence "${text}" is read`, 100, read)
    await measure(figures, '  again', 20, read)
    const filter = { text: (await read())?.text ?? text }
    await measure(figures, '  its photos', 100, () => calls.photos.list({ filter }))
    await measure(figures, '  its days', 100, () => calls.search.days({ filter, order: 'desc' }))
    await measure(figures, '  what may be left out', 100, () => calls.search.explain({ filter }))
  }
}
