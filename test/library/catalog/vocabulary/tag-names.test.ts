import { reads } from '../../../fixtures/reads.ts'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../../src-main/contract/analysis/language.ts'
import type { TagNames } from '../../../../src-main/library/catalog/vocabulary/tag-names.ts'
import { openTagNames } from '../../../../src-main/library/languages/open-tag-names.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot, oneColor, saveFound, saveTags, tag } from '../library.ts'
import { makeOldLibrary, writeOldTag } from '../old-library.ts'

const names = openTagNames(resourcesDir)

/** A library of a dog, a traffic light, a landscape and Robin, a person's own tag. */
function openAnimals(folder = tempFolder('languages'), given: TagNames = names) {
  const { catalog, add } = openWithRoot(folder, given)
  const [dog, light, nature, robin] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg') as [number, number, number, number]
  saveTags(catalog, dog, tag('dog', 90))
  saveTags(catalog, light, tag('traffic light', 80, { concept: 'traffic-light' }))
  saveTags(catalog, nature, tag('nature', 80))
  catalog.changes.apply({ kind: 'add-tag', ids: [robin], name: 'Robin' })
  return { catalog, dog, light, nature, robin }
}

test('a tag is found by its full name in any language, with or without accents', () => {
  const { catalog, dog, light } = openAnimals()
  for (const text of [
    'dog',
    'Hund',
    'hund',
    'chien',
    'perro',
    'cachorro',
    '狗',
    'собака',
    'σκύλος',
    'σκυλος',
    '犬',
    'köpek',
    'kopek',
    'כלב',
    'kutya',
  ])
    expect(find(catalog, { text }), text).toEqual([dog])
  for (const text of ['Ampel', 'semáforo', 'semaforo', 'feu tricolore', '红绿灯', 'traffic-light'])
    expect(find(catalog, { text }), text).toEqual([light])
  for (const text of ['Hunde99', 'Katze', '猫']) expect(find(catalog, { text }), text).toEqual([])
})

test('prefixes match only in English and the chosen language, so that "dog" does not match Turkish nature', () => {
  const { catalog, dog, nature } = openAnimals()
  expect(find(catalog, { text: 'doğa' })).toEqual([nature])
  expect([find(catalog, { text: 'dog' }), find(catalog, { text: 'do' }), find(catalog, { text: 'Hun' })]).toEqual([
    [dog],
    [dog],
    [],
  ])
  catalog.settings.set({ language: 'de' })
  expect([find(catalog, { text: 'Hun' }), find(catalog, { text: 'do' })]).toEqual([[dog], [dog]])
  catalog.settings.set({ language: 'tr' })
  expect(find(catalog, { text: 'doğ' })).toEqual([dog, nature])
  catalog.settings.set({ language: 'zh_chs' })
  expect(find(catalog, { text: '狗' })).toEqual([dog])
})

test('a foreign word with several meanings matches nothing until its language is chosen', () => {
  const { catalog, add } = openWithRoot(tempFolder('languages'), names)
  const [cat, cake, sea, kid] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg') as [number, number, number, number]
  saveTags(catalog, cake, tag('cake', 90))
  for (const text of ['gato', '"gato"']) expect(find(catalog, { text }), text).toEqual([]) // Spanish for cat, Haitian for cake
  saveTags(catalog, cat, tag('cat', 90))
  saveTags(catalog, sea, tag('sea', 90))
  saveTags(catalog, kid, tag('child', 90))
  expect([find(catalog, { text: 'gato' }), find(catalog, { text: 'mar' })]).toEqual([[], []]) // sea, and apple in Romanian
  expect(find(catalog, { text: 'barn' })).toEqual([]) // English comes first; in Danish it means a child
  expect(find(catalog, { text: 'chat' })).toEqual([cat]) // it means cat in several languages
  expect(catalog.search.explain({ text: 'gato' }).problems).toMatchObject([
    { code: 'other-language', text: 'gato', message: reads(/cat, cake/) },
  ])
  catalog.settings.set({ language: 'es' })
  expect([find(catalog, { text: 'gato' }), find(catalog, { text: 'mar' })]).toEqual([[cat], [sea]])
  catalog.settings.set({ language: 'ht' })
  expect(find(catalog, { text: 'gato' })).toEqual([cake])
})

test('an English plural finds its singular before any word of another language', () => {
  const { catalog, add } = openWithRoot(tempFolder('languages'), names)
  const ids = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'lady and baby.jpg', 'f.jpg')
  const [cat, person, bus, pie, baby, glasses] = ids as [number, number, number, number, number, number]
  const tags = ['cat', 'person', 'bus', 'pie', 'cake', 'glasses']
  for (const [index, name] of tags.entries()) saveTags(catalog, ids[index]!, tag(name, 90))
  expect(find(catalog, { text: 'cats' })).toEqual([cat])
  expect(find(catalog, { text: '-cats' })).toEqual(ids.filter((id) => id !== cat))
  expect([find(catalog, { text: 'persons' }), find(catalog, { text: 'people' })]).toEqual([[person], [person]])
  expect([find(catalog, { text: 'buses' }), find(catalog, { text: 'Babies' })]).toEqual([[bus], [baby]])
  expect(find(catalog, { text: 'pies' })).toEqual([pie]) // a dog in Polish
  expect(find(catalog, { text: 'glasses' })).toEqual([glasses]) // no drinking glass
  for (const text of ['catss', 'bu', 'pas', '"cats"']) expect(find(catalog, { text }), text).not.toContain(cat)
})

test('labels follow the setting in details, facets and suggestions; names stay English', () => {
  const { catalog, dog, robin } = openAnimals()
  saveFound(
    catalog,
    dog,
    {
      tags: [tag('dog', 90)],
      categories: [
        { categorizer: 'personal_photos', name: 'pets animals', confidence: 80 },
        { categorizer: 'mine', name: 'safe', confidence: 70 },
      ],
      colors: oneColor('#ff0000', 50),
    },
    ['preview', 'tags', 'categories', 'colors'],
  )
  const labels = () => {
    const { tags, categories } = catalog.photos.detail(dog)
    return {
      tags: tags.map(({ name, label }) => `${name}: ${label}`),
      categories: categories.map(({ label }) => label),
      facets: catalog.search
        .facets({})
        .tags.map(({ label }) => label)
        .sort(),
    }
  }
  expect(labels()).toEqual({
    tags: ['dog: dog'],
    categories: ['safe', 'pets animals'],
    facets: ['Robin', 'dog', 'nature', 'traffic light'],
  })
  catalog.settings.set({ language: 'de' })
  expect(labels()).toEqual({
    tags: ['dog: Hund'],
    categories: ['safe', 'Haustiere und Tiere'],
    facets: ['Ampel', 'Hund', 'Natur', 'Robin'],
  })
  expect(catalog.search.suggest('hu', 5)).toEqual([{ name: 'dog', label: 'Hund', count: 1 }])
  expect(catalog.search.suggest('do', 5)).toEqual([{ name: 'dog', label: 'Hund', count: 1 }])
  expect(find(catalog, { tags: ['dog'] })).toEqual([dog])
  expect(catalog.photos.detail(robin).tags[0]).toMatchObject({ name: 'Robin', label: 'Robin', source: 'person' })
  catalog.settings.set({ language: 'ar' })
  expect(labels().tags).toEqual(['dog: كلب'])
})

test('base colours have labels', () => {
  expect([names.colorLabel('orange', 'de'), names.colorLabel('blue', 'fr'), names.colorLabel('blue', 'en')]).toEqual([
    'orange',
    'bleu',
    'blue',
  ])
})

test('a word that only a person uses has no translations until the engine uses it too', () => {
  const { catalog, robin } = openAnimals()
  expect(find(catalog, { text: 'Rotkehlchen' })).toEqual([])
  saveTags(catalog, robin, tag('robin', 70))
  expect(find(catalog, { text: 'Robin' })).toEqual([robin])
  expect(catalog.search.facets({}).tags.filter(({ name }) => name === 'Robin')).toHaveLength(1)
})

test('words of known tags are renewed once when the names change, without creating tags', () => {
  const folder = tempFolder('renewed')
  const calls: string[] = []
  const versioned = (version: string, word: string): TagNames => ({
    ...names,
    version,
    wordsOf: (concept) => (calls.push(concept), concept === 'dog' ? [word] : []),
    *elsewhere(text) {
      yield
      return { concepts: ['alpha', 'beta'].includes(text) ? ['dog'] : [], isOne: true }
    },
  })
  openAnimals(folder, versioned('1', 'alpha')).catalog.close()
  expect(calls.splice(0).sort()).toEqual(['dog', 'nature', 'traffic-light'])
  openForTest(folder, versioned('1', 'beta')).close()
  expect(calls).toEqual([])
  const later = openForTest(folder, versioned('2', 'beta'))
  expect(calls.splice(0).sort()).toEqual(['dog', 'nature', 'traffic-light'])
  expect([find(later, { text: 'beta' }), find(later, { text: 'alpha' })]).toEqual([[1], []])
  expect(later.search.suggest('', 100)).toHaveLength(4)
  later.close()
  openForTest(folder, versioned('2', 'beta')).close()
  expect(calls).toEqual([])
})

test('the files of languages are read one at a time, with breaks for others', () => {
  const copy = tempFolder('one-at-a-time')
  cpSync(join(resourcesDir, 'vocabulary'), join(copy, 'vocabulary'), { recursive: true })
  const last = languages.at(-1)!.code
  rmSync(join(copy, 'vocabulary', 'names', `${last}.json`))
  const search = openTagNames(copy).elsewhere('gato')
  for (const { code } of languages.slice(0, -1)) expect(search.next().done, code).toBe(false)
  expect(() => search.next()).toThrow(`${last}.json is missing or damaged`)
  const read = openTagNames(copy).read(last)
  expect([read.next().done, read.next().done]).toEqual([false, false])
  expect(() => read.next()).toThrow(`${last}.json is missing or damaged`)
})

test('an older library gets the concepts of its tags', () => {
  const folder = makeOldLibrary(2, 2, (db) => {
    writeOldTag(db, 1, 'dog', 'dog')
    writeOldTag(db, 2, 'traffic light', 'traffic-light')
  })
  const catalog = openForTest(folder, names)
  expect([find(catalog, { text: 'Hund' }), find(catalog, { text: 'Ampel' })]).toEqual([[1], [2]])
  expect(catalog.check()).toEqual([])
})

test('the digest matches the names', () => {
  const folder = join(resourcesDir, 'vocabulary', 'names')
  const digest = createHash('sha256')
  for (const { code } of languages) digest.update(readFileSync(join(folder, `${code}.json`), 'utf8'))
  expect(readFileSync(join(folder, 'digest.txt'), 'utf8').trim(), 'run build/vocabulary/make-names.ts').toBe(
    digest.digest('hex').slice(0, 16),
  )
})

test("colours and broad words come after more specific tags; the person's own keep their place", () => {
  const { catalog, add } = openWithRoot(tempFolder('order'), names)
  const [id] = add('a.jpg') as [number]
  saveTags(
    catalog,
    id,
    tag('furniture', 90, { concept: 'furniture' }),
    tag('blue', 85, { concept: 'blue' }),
    tag('chair', 80, { concept: 'chair' }),
    tag('vase', 40, { concept: 'vase' }),
  )
  const listed = () => catalog.photos.detail(id).tags.map(({ name }) => name)
  expect(listed()).toEqual(['chair', 'vase', 'furniture', 'blue'])
  catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'blue' })
  expect(listed()).toEqual(['blue', 'chair', 'vase', 'furniture'])
})

test('in the tags of a library, colours and broad words come last, however frequent', () => {
  const { catalog, add } = openWithRoot(tempFolder('languages'), names)
  const [dog, sofa] = add('a.jpg', 'b.jpg') as [number, number]
  saveTags(catalog, dog, tag('dog', 90), tag('grey', 90))
  saveTags(catalog, sofa, tag('furniture', 90), tag('grey', 90))
  const listed = () => catalog.search.facets({}).tags.map(({ name, count }) => [name, count])
  expect(listed()).toEqual([
    ['dog', 1],
    ['grey', 2],
    ['furniture', 1],
  ])
  expect(find(catalog, { text: 'grey' })).toEqual([dog, sofa])
})
