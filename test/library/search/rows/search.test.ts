import { expect, test } from 'vitest'
import type { Language } from '../../../../src-main/contract/analysis/language.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { openTagNames } from '../../../../src-main/library/languages/open-tag-names.ts'
import {
  addNames,
  find,
  fingerprints,
  metadata,
  oneColor,
  openForTest,
  openWithRoot,
  saveFound,
  saveTags,
  tag,
} from '../../catalog/library.ts'

test('text: every search word must begin some word of the photo, for any input', () => {
  const { catalog, add } = openWithRoot()
  const [id, other] = add('Été à Paris/IMG_2034-edit.jpg', 'other.jpg')
  catalog.files.saveMetadata([
    {
      id: id!,
      metadata: metadata({
        caption: 'Café at the corner',
        cameraModel: 'X100V',
        city: 'Paris',
        keywords: ['Night walk'],
      }),
      width: 1,
      height: 1,
    },
  ])
  saveTags(catalog, id!, tag('traffic light', 60), tag('bridge', 12))
  for (const text of [
    '2034',
    'img_2034',
    'IMG-20',
    'cafe corn',
    'ete par',
    'x100',
    'light traff',
    'walk 2034 ete',
    '  paris  ',
    '"cafe at" (corner)',
    'caption:corner',
    'paris -london',
    'london OR (paris cafe)',
    'paris*',
  ]) {
    expect(find(catalog, { text }), text).toEqual([id])
  }
  for (const text of ['034', 'cafe london', 'afe', 'bridge', 'paris AND london', 'caption:paris', '"caf" corner'])
    expect(find(catalog, { text }), text).toEqual([])
  for (const text of ['NOT paris', '-paris']) expect(find(catalog, { text }), text).toEqual([other])
  for (const text of ['', '"', '""', '*', '!!! ^ -', 'a"b', "';--", '\0', '(', 'NEAR(', '{x}:', '\\'])
    expect(() => find(catalog, { text }), text).not.toThrow()
  expect(find(catalog, { text: 'bridge', minConfidence: 10 })).toEqual([id])
})

test("tags ignore case; uncertain tags of an engine do not match, a person's always do", () => {
  const { catalog, add } = openWithRoot()
  const [a, b, c] = add('a.jpg', 'b.jpg', 'c.jpg')
  saveTags(catalog, a!, tag('Dog', 19.9), tag('sea', 50))
  saveTags(catalog, b!, tag('dog', 20))
  catalog.changes.apply({ kind: 'add-tag', ids: [c!], name: 'DOG' })
  expect(find(catalog, { tags: ['dog'] })).toEqual([b, c])
  expect(find(catalog, { tags: ['dog'], minConfidence: 0 })).toEqual([a, b, c])
  expect(find(catalog, { tags: ['dog'], minConfidence: 100 })).toEqual([c])
  expect(find(catalog, { tags: ['sea', 'dog'], minConfidence: 10 })).toEqual([a])
  expect(find(catalog, { tags: ['unheard of'] })).toEqual([])
  catalog.settings.set({ minConfidence: 10 })
  expect(find(catalog, { tags: ['dog'] })).toEqual([a, b, c])
})

test('words for people are switched off for engines, and stay for a person', () => {
  const { catalog, add } = openWithRoot()
  const [found, given] = add('a.jpg', 'b.jpg') as [number, number]
  saveTags(catalog, found, tag('woman', 90, { concept: 'woman' }), tag('dog', 90, { concept: 'dog' }))
  catalog.changes.apply({ kind: 'add-tag', ids: [given], name: 'woman' })
  const facet = () => catalog.search.facets({}).tags.map(({ name, count }) => [name, count])
  const named = (id: number) => catalog.photos.detail(id).tags.map(({ name }) => name)
  const everywhere = () =>
    [{ text: 'woman' }, { text: 'tag:woman' }, { tags: ['woman'] }].map((each) => find(catalog, each))
  expect(everywhere()).toEqual([
    [found, given],
    [found, given],
    [found, given],
  ])
  catalog.settings.set({ peopleWords: 'hide' })
  expect(everywhere()).toEqual([[given], [given], [given]])
  expect([facet(), named(found), named(given)]).toEqual([
    [
      ['dog', 1],
      ['woman', 1],
    ],
    ['dog'],
    ['woman'],
  ])
  catalog.settings.set({ peopleWords: 'show' })
  expect([facet(), named(found)]).toEqual([
    [
      ['woman', 2],
      ['dog', 1],
    ],
    ['dog', 'woman'],
  ])
})

test('names are sorted as people read them', () => {
  const { catalog, add } = openWithRoot()
  const names = ['img_10.jpg', 'IMG_9.jpg', 'img_010b.jpg', 'Éclair.jpg', 'zebra.jpg', 'img_2.jpg']
  const ids = add(...names)
  const byName = find(catalog, {}, { by: 'name', order: 'asc' }).map((id) => names[ids.indexOf(id)])
  expect(byName).toEqual(['Éclair.jpg', 'img_2.jpg', 'IMG_9.jpg', 'img_10.jpg', 'img_010b.jpg', 'zebra.jpg'])
  expect(find(catalog, {}, { by: 'name', order: 'desc' })).toEqual(
    find(catalog, {}, { by: 'name', order: 'asc' }).reverse(),
  )
})

test('a folder filter includes subfolders and refuses an unknown folder', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('x/y/a.jpg', 'x/b.jpg', 'xy/c.jpg')
  expect(find(catalog, { folderId: catalog.folders.ensure(root.id, 'x') })).toEqual([a, b])
  expect(() => find(catalog, { folderId: 77 })).toThrow(/no folder with the id 77/)
})

test('a photo without a date comes last and is in no range of dates', () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  catalog.files.saveMetadata([{ id: a!, metadata: metadata({ takenAt: '1999-12-31T23:59:59' }), width: 1, height: 1 }])
  expect(find(catalog, {}, { by: 'takenAt', order: 'desc' })).toEqual([a, b])
  expect(find(catalog, { takenTo: '1999-12-31' })).toEqual([a])
  expect(find(catalog, { takenFrom: '2000-01-01' })).toEqual([])
  expect(catalog.search.facets({}).years).toEqual([{ year: 1999, count: 1 }])
})

test('facets count each value in a stable order, and suggestions begin with the text', () => {
  const { catalog, root, add } = openWithRoot()
  catalog.analysis.setSteps(fingerprints('v1', ['preview', 'tags', 'faces']))
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  ids.slice(0, 2).forEach((id) =>
    saveFound(
      catalog,
      id,
      {
        tags: [tag('sea', 90), tag('seal', 10)],
        categories: [
          { categorizer: 'nsfw_beta', name: 'safe', confidence: 98 },
          { categorizer: 'nsfw_beta', name: 'nsfw', confidence: 1 },
        ],
        faces: [],
      },
      ['preview', 'tags', 'faces'],
    ),
  )
  saveFound(catalog, ids[2]!, { tags: [tag('sun', 80), tag('sea', 30)] })
  catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 5 })
  expect(catalog.search.facets({})).toMatchObject({
    total: 3,
    tags: [
      { name: 'sea', label: 'sea', count: 3 },
      { name: 'sun', label: 'sun', count: 1 },
    ],
    categories: [{ categorizer: 'nsfw_beta', name: 'safe', count: 2 }],
    ratings: [
      { rating: 0, count: 2 },
      { rating: 5, count: 1 },
    ],
    statuses: [
      { status: 'pending', count: 1 },
      { status: 'ready', count: 2 },
    ],
  })
  expect(catalog.search.facets({ tags: ['sun'] }).tags).toHaveLength(2)
  expect(catalog.search.suggest('SE', 5)).toEqual([{ name: 'sea', label: 'sea', count: 3 }])
  expect(catalog.search.suggest('', 1)).toEqual([{ name: 'sea', label: 'sea', count: 3 }])
  expect(find(catalog, { categories: ['nsfw_beta/safe', 'other/thing'] })).toEqual(ids.slice(0, 2))
  catalog.folders.removeRoot(root.id)
  expect(catalog.search.facets({}).total).toBe(0)
})

test('a returned answer is not changed by later ones', () => {
  const { catalog, root, add } = openWithRoot()
  add('a.jpg', 'b.jpg')
  const query = { filter: {}, sort: { by: 'addedAt', order: 'asc' } } as const
  const first = catalog.search.run(query)
  first.fill(0)
  expect([...catalog.search.run(query)]).toEqual([1, 2])
  addNames(catalog, root.id, ['c.jpg'])
  expect([...catalog.search.run(query)]).toEqual([1, 2, 3])
})

test('a colour needs its share and its nearness', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  ;['#ff0000', '#e01010', '#00ff00'].forEach((html, i) =>
    saveFound(catalog, ids[i]!, { colors: oneColor(html, 10 + i) }, ['colors']),
  )
  expect(find(catalog, { color: { html: '#ff0000', distance: 1, share: 8 } })).toEqual([ids[0]])
  expect(find(catalog, { color: { html: '#ff0000', distance: 15, share: 8 } })).toEqual([ids[0], ids[1]])
  expect(find(catalog, { color: { html: '#FF0000', distance: 15, share: 11 } })).toEqual([ids[1]])
  expect(find(catalog, { color: { html: '#000000', distance: 100, share: 0 } })).toHaveLength(3)
  expect(catalog.photos.detail(ids[1]!).colors).toEqual(oneColor('#e01010', 11))
})

test('the index follows every change as if it were loaded again', () => {
  const folder = tempFolder()
  const { catalog, root, add } = openWithRoot(folder)
  const ids = add(...Array.from({ length: 200 }, (_, i) => `f${i % 7}/p${i}.jpg`))
  catalog.search.facets({}) // loads
  ids.forEach((id, i) =>
    saveFound(catalog, id, { tags: Array.from({ length: 1 + (i % 5) }, (_, t) => tag(`t${t + (i % 3)}`, 50)) }),
  )
  catalog.files.markMissing([catalog.files.known(root.id)[3]!.fileId])
  catalog.search.facets({})
  ids.forEach((id, i) => saveTags(catalog, id, ...Array.from({ length: 6 - (i % 5) }, (_, t) => tag(`u${t}`, 50))))
  const followed = catalog.search.facets({})
  catalog.close()
  expect(followed).toEqual(openForTest(folder).search.facets({}))
  expect(followed.tags[0]).toEqual({ name: 'u0', label: 'u0', count: 200 })
})

test('undated photos come last in both orders, and the days of a query are counted accordingly', () => {
  const { catalog, add } = openWithRoot()
  const [undated, march, april, alsoUndated, alsoMarch] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
  const taken = [
    [march, '2024-03-14T09:00:00'],
    [april, '2024-04-01T23:59:59'],
    [alsoMarch, '2024-03-14T18:00:00'],
  ] as const
  catalog.files.saveMetadata(
    taken.map(([id, takenAt]) => ({ id: id!, metadata: metadata({ takenAt }), width: 1, height: 1 })),
  )
  const run = (order: 'asc' | 'desc') => [...catalog.search.run({ filter: {}, sort: { by: 'takenAt', order } })]
  expect(run('desc')).toEqual([april, alsoMarch, march, alsoUndated, undated])
  expect(run('asc')).toEqual([march, alsoMarch, april, undated, alsoUndated])
  expect(catalog.search.days({}, 'desc')).toEqual([
    { day: '2024-04-01', count: 1 },
    { day: '2024-03-14', count: 2 },
    { day: null, count: 2 },
  ])
  expect(catalog.search.days({ takenTo: '2024-03-31' }, 'asc')).toEqual([{ day: '2024-03-14', count: 2 }])
})

test('a sentence becomes terms; if nothing matches all, best matches come first, and terms may be left out', () => {
  const { catalog, add } = openWithRoot(undefined, openTagNames(resourcesDir))
  const [girl, child, coat, none] = add('girl.jpg', 'child.jpg', 'coat.jpg', 'holiday.jpg')
  saveTags(catalog, girl!, tag('girl', 90), tag('umbrella', 90))
  saveTags(catalog, child!, tag('child', 90), tag('umbrella', 90))
  saveTags(catalog, coat!, tag('woman', 90), tag('coat', 90))
  const read = (text: string) => catalog.search.read(text)
  const best = (text: string) => catalog.search.run({ filter: { text }, sort: { by: 'match', order: 'desc' } })

  const umbrella = read('a girl with umbrellas')!.text
  expect(umbrella).toBe('tag:girl,child,woman tag:umbrella fits:all')
  expect([...best(umbrella)]).toEqual([girl, child])

  // Cameras are those of the library.
  const taken = metadata({ cameraMake: 'FUJIFILM', cameraModel: 'X100V', takenAt: '2024-03-14T10:00:00' })
  catalog.files.saveMetadata([{ id: coat!, metadata: taken, width: 1, height: 1 }])
  expect(read('raws that I rejected, from the fujifilm')?.text).toBe('type:raw flag:rejected camera:FUJIFILM')
  expect(read('raws, from the leica')?.unread).toMatchObject([{ text: 'leica' }])

  // A word of a file's name stays a word; an unmatched one is named.
  expect(read('the umbrella on holiday, flurb')).toMatchObject({
    text: 'tag:umbrella holiday',
    unread: [{ text: 'flurb' }],
  })
  const { text } = read('a woman in a coat with an umbrella, no dog')!
  expect(text).toBe('tag:woman tag:coat tag:umbrella -tag:dog fits:most')
  expect([...best(text)]).toEqual([coat])
  expect(catalog.search.explain({ text: 'tag:woman tag:coat tag:umbrella' }).withoutOne).toEqual([
    { from: 19, to: 31, text: 'tag:umbrella', count: 1 },
  ])
  expect(catalog.search.explain({ text: 'tag:woman tag:coat' }).withoutOne).toEqual([])
  expect([read('tag:woman coat'), read('"a coat"'), read('flurb'), none === undefined]).toEqual([
    null,
    null,
    null,
    false,
  ])
})

test.each<[language: Language, sentence: string, misspelt: string, nearest: string]>([
  ['fi', 'nainen takissa sateenvarjon kanssa, ilman koiraa', 'sateenvarhjo', 'sateenvarjo'],
  ['tr', 'paltolu ve şemsiyeli kadın, köpek olmadan', 'zürafha', 'zürafa'],
  ['el', 'γυναίκα με παλτό και ομπρέλα, χωρίς σκύλο', 'καγκουρω', 'καγκουρό'],
  ['ko', '코트를 입은 여자의 우산, 개 없이', '해바라귀', '해바라기'],
  ['ar', 'امرأة في معطف مع مظلة بدون كلب', 'زرلفة', 'زرافة'],
])('%s: what may be left out, what is misspelt, and no question about other languages', (language, ...texts) => {
  const [sentence, misspelt, nearest] = texts
  const { catalog, add } = openWithRoot(undefined, openTagNames(resourcesDir))
  const [coat, cat] = add('a.jpg', 'b.jpg')
  saveTags(catalog, coat!, tag('woman', 90), tag('coat', 90))
  saveTags(catalog, cat!, tag('cat', 90), tag('cake', 90))
  catalog.settings.set({ language })

  const read = catalog.search.read(sentence)
  expect(read).toMatchObject({ isSentence: true, unread: [], text: expect.stringMatching(/ fits:most$/) })
  expect(find(catalog, { text: read!.text })).toEqual([coat])
  const { withoutOne } = catalog.search.explain({ text: read!.text })
  expect(withoutOne).toMatchObject([{ text: expect.stringContaining('umbrella'), count: 1 }])

  expect(catalog.search.read(`${misspelt} ${sentence}`)?.unread).toEqual([
    { text: misspelt, nearest, corrected: `${nearest} ${sentence}` },
  ])
  // Spanish for a cat and Haitian for a cake.
  expect(catalog.search.read(`gato, ${sentence}`)?.unread).toMatchObject([{ text: 'gato' }])
  expect(catalog.search.explain({ text: 'gato' }).problems.map(({ code }) => code)).not.toContain('other-language')
})
