import { expect, test } from 'vitest'
import type { Likeness } from '../../../../src-main/contract/library/search/likeness.ts'
import type { Findings } from '../../../../src-main/analysis/photo/findings.ts'
import { colorOf, find, openWithRoot, saveFound } from '../../catalog/library.ts'

/** Numbers of photos that represent their content: close numbers are similar. */
const reach: Readonly<Record<Likeness, number>> = { same: 0, very: 1, alike: 2 }

function openAlike() {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
  catalog.search.compareBy({
    load: async () => undefined,
    near: (asked, likeness) => ids.filter((id) => asked.some((each) => Math.abs(each - id) <= reach[likeness])),
  })
  const names = new Map(ids.map((id, place) => [id, 'abcde'.charAt(place)]))
  const found = (text: string) =>
    find(catalog, { text })
      .map((id) => names.get(id))
      .join('')
  return { catalog, ids, found }
}

test('similar photos are found, excluded, and combined with other terms', () => {
  const { catalog, ids, found } = openAlike()
  const [a, b, , , e] = ids as [number, number, number, number, number]
  expect(found(`like:${a}`)).toBe('abc')
  expect(found(`like:${a}~very`)).toBe('ab')
  expect(found(`like:${a}~same`)).toBe('a')
  expect(found(`-like:${a}`)).toBe('de')
  expect(found(`like:${a}+${e}~very`)).toBe('abde')
  expect(found(`like:${a}~same,${e}~same`)).toBe('ae')
  expect(found(`like:${a} -like:${b}~same name:c OR name:b`)).toBe('c')
  catalog.changes.apply({ kind: 'rate', ids: [b], rating: 4 })
  expect(found(`like:${a} rating>=3`)).toBe('b')
  expect(found('like:9999')).toBe('')
})

test('photos near a hidden one do not reveal it', () => {
  const { catalog, ids, found } = openAlike()
  const [a] = ids as [number]
  catalog.changes.apply({ kind: 'private', ids: [a], isPrivate: true })
  catalog.search.conceal({ private: true, sensitive: false, withoutVerdict: false })
  expect(found(`like:${a}`)).toBe('')
  expect(found(`-like:${a}`)).toBe('bcde')
})

test('a value that is not a photo is named in the error', () => {
  const { catalog } = openAlike()
  const { problems } = catalog.search.explain({ text: 'like:dog like:1~near' })
  expect(problems.map(({ code, text }) => [code, text])).toEqual([
    ['bad-value', 'like:dog'],
    ['bad-value', 'like:1~near'],
  ])
})

const face = {
  confidence: 90,
  coordinates: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, width: 1, height: 1 },
  face_id: '',
  attributes: [],
  landmarks: [],
}

function saveColors(
  catalog: Parameters<typeof saveFound>[0],
  id: number,
  shares: [string, number][],
  rest: Findings = {},
) {
  const image_colors = shares.map(([html, percent]) => colorOf(html, percent))
  const others = { color_variance: 0, object_percentage: 0, color_percent_threshold: 1 }
  const colors = { image_colors, foreground_colors: [], background_colors: [], ...others }
  saveFound(catalog, id, { colors, ...rest }, ['preview', 'colors', 'faces'])
}

test('the weights of colours decide which photos are found', () => {
  const { catalog, add } = openWithRoot()
  const [sea, roses, both] = add('sea.jpg', 'roses.jpg', 'both.jpg') as [number, number, number]
  const [blue, red] = ['#2f63c4', '#d32f2f'] as const
  const save = (id: number, ...shares: [string, number][]) => saveColors(catalog, id, shares)
  save(sea, [blue, 70], [red, 10])
  save(roses, [red, 70], [blue, 10])
  save(both, [red, 45], [blue, 45])
  const found = (text: string) => find(catalog, { text })
  expect(found('color:blue+red')).toEqual([sea, roses, both])
  expect(found('color:blue*60+red*5')).toEqual([sea])
  expect(found('color:blue*5+red*60')).toEqual([roses])
  expect(found('color:blue*40+red*40')).toEqual([both])
  expect(found('color:blue*50+red*50')).toEqual([])
})

test('a colour shows the nearest first; for several colours, the worst match of a photo counts', () => {
  const { catalog, add } = openWithRoot()
  const [further, closest, close, both] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg') as [number, number, number, number]
  saveColors(catalog, further, [['#2d87e0', 60]])
  saveColors(catalog, closest, [['#2f63c4', 20]])
  saveColors(catalog, close, [['#4a80d8', 60]])
  saveColors(catalog, both, [
    ['#4585d0', 40],
    ['#d32f2f', 40],
  ])
  const found = (text: string, order: 'asc' | 'desc' = 'desc') => find(catalog, { text }, { by: 'match', order })
  expect(found('color:blue')).toEqual([closest, close, both, further])
  expect(found('color:blue', 'asc')).toEqual([further, both, close, closest])
  expect(found('color:red,blue')).toEqual([both, closest, close, further])
  expect(found('color:red+blue')).toEqual([both])
  const nearness = (text: string) => catalog.search.nearness({ text }).map(({ nearness: near, count }) => [near, count])
  expect(nearness('color:blue')).toEqual([
    ['closest', 1],
    ['close', 1],
    ['further', 2],
  ])
  expect(nearness('color:blue OR name:a')).toEqual(nearness('color:blue'))
  expect(nearness('color:red OR name:a')).toEqual([])
  expect(nearness('name:a')).toEqual([])
})

test('pink and purple depend on hue and chroma, and skin is not pink', () => {
  const { catalog, add } = openWithRoot()
  const [lotus, box, lips, wall, plum, slate] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg') as number[]
  saveColors(catalog, lotus!, [['#e87bb8', 15]])
  saveColors(catalog, box!, [['#d8347f', 15]])
  // The same reddish pink on a face and, without a face, on a wall.
  saveColors(catalog, lips!, [['#f7c1c4', 40]], { faces: [face] })
  saveColors(catalog, wall!, [['#f7c1c4', 40]])
  saveColors(catalog, plum!, [['#6a3d7c', 30]])
  saveColors(catalog, slate!, [['#5b5f7a', 90]])
  expect(find(catalog, { text: 'color:pink' })).toEqual([lotus, box, wall])
  expect(find(catalog, { text: 'color:purple' })).toEqual([plum])
})

test('vectors are read only before a search that compares them', async () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg')
  const read: unknown[] = []
  catalog.search.compareBy({ load: async () => void read.push('like'), near: () => (read.includes('like') ? ids : []) })
  catalog.search.describeBy({
    prepare: async (sentences) => void read.push(sentences),
    isReady: () => true,
    version: () => String(read.length),
    nearest: () => [],
    problemOf: () => null,
  })
  const count = async (text: string) => (await catalog.search.load({ filter: { text } })).count()
  expect([await count('what I like'), read]).toEqual([0, []])
  expect([await count('name:a OR -(like:1)'), read]).toEqual([1, ['like']])
  await count('sentence:"a dog","a dog","two cats~9"')
  expect(read.slice(1)).toEqual([['a dog', 'two cats']])
})
