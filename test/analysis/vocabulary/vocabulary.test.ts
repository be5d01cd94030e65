import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cocoLabels } from '../../../src-main/analysis/models/adapters/coco-labels.ts'
import { createVocabulary, openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const vocabulary = openVocabulary(join(import.meta.dirname, '../../../resources'))
const concepts = [...vocabulary.all()]
const row = (id: string, parents: string[] = []) => ({
  id,
  name: id,
  parents,
  synonyms: [],
  group: false,
  imagenet: [],
})

describe('the concepts that come with the program', () => {
  test('every COCO and every ImageNet class has a concept', () => {
    expect(cocoLabels.filter((label) => !vocabulary.byCoco(label))).toEqual([])
    expect(Array.from({ length: 1000 }, (_, index) => index).filter((index) => !vocabulary.byImageNet(index))).toEqual(
      [],
    )
  })

  test('no class is mapped twice, ids and synsets are unique', () => {
    const numbers = concepts.flatMap((concept) => concept.imagenet)
    const labels = concepts.flatMap((concept) => concept.coco ?? [])
    const synsets = concepts.flatMap((concept) => concept.synset ?? [])
    const lists: (string | number)[][] = [numbers, labels, synsets, concepts.map((concept) => concept.id)]
    for (const list of lists) expect(new Set(list).size).toBe(list.length)
  })

  test('names are unique, ignoring case, plural and punctuation', () => {
    const plain = (name: string) =>
      name
        .toLowerCase()
        .replace(/[^a-z]/g, '')
        .replace(/s$/, '')
    const seen = new Map<string, string>()
    const clashes: string[] = []
    for (const { name } of concepts) {
      const other = seen.get(plain(name))
      if (other) clashes.push(`${other} / ${name}`)
      seen.set(plain(name), name)
    }
    expect(clashes).toEqual([])
  })

  test('no synonym is the name of another concept', () => {
    const names = new Map(concepts.map((concept) => [concept.name.toLowerCase(), concept.id]))
    const wrong = concepts.flatMap((concept) =>
      concept.synonyms
        .filter((word) => names.has(word.toLowerCase()) && names.get(word.toLowerCase()) !== concept.id)
        .map((word) => `${concept.id}: ${word}`),
    )
    expect(wrong.filter((entry) => !entry.startsWith('construction-crane'))).toEqual([])
  })

  test('names are words, not lists of class names', () => {
    expect(concepts.filter(({ name }) => /[,;_]/.test(name) || name.length > 32).map(({ name }) => name)).toEqual([])
  })

  test('dogs and cats lead to animal through their kind', () => {
    expect(vocabulary.ancestors('golden-retriever').map(({ id }) => id)).toEqual([
      'retriever',
      'dog',
      'canine',
      'pet',
      'mammal',
      'animal',
    ])
    expect(vocabulary.byImageNet(285)?.id).toBe('cat')
    expect(vocabulary.concept('dog').synset).toBe('n02084071')
  })

  test('an object does not reveal where the photo was taken', () => {
    const things = concepts.filter((concept) => concept.coco && concept.coco !== 'person')
    expect(
      things.filter(({ id }) => vocabulary.isA(id, 'interior') || vocabulary.isA(id, 'outdoors')).map(({ id }) => id),
    ).toEqual([])
  })

  test('words are found by name and synonym in any case', () => {
    expect(vocabulary.byName('AEROPLANE')?.id).toBe('airplane')
    expect(vocabulary.byName('orange')?.id).toBe('orange')
    expect(vocabulary.byName('no such word')).toBeUndefined()
  })
})

describe('a damaged vocabulary is refused', () => {
  test('unknown parent', () => expect(() => createVocabulary([row('a', ['b'])])).toThrow('unknown parent "b"'))
  test('a circle', () => expect(() => createVocabulary([row('a', ['b']), row('b', ['a'])])).toThrow('its own ancestor'))
  test('no file', () => expect(() => openVocabulary(import.meta.dirname)).toThrow('Install the program again'))
})
