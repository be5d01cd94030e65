import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { pets, refusalOf, test, train, vectorOf } from './fixture.ts'

const named = (indexId: string) => ({ ...pets, indexId })

describe('index ids', () => {
  test.for([
    'a',
    '2024',
    'summer.2024',
    'été à la mer',
    'كلاب',
    '犬と猫',
    'me@example.org:holiday',
    '_x',
    'a+b-c~d',
    'x'.repeat(128),
  ])('"%s" is a name', async (indexId, { place: { indexes } }) => {
    await indexes.save(named(indexId), 'entry', vectorOf(1))
    expect((await indexes.list()).map(({ index_id }) => index_id)).toEqual([indexId.normalize('NFC')])
  })

  test.for([
    ['a slash', 'a/b', 'index_id "a/b" may hold'],
    ['a backslash', 'a\\b', 'may hold'],
    ['a dot', '.', 'may hold'],
    ['two dots', '..', 'may hold'],
    ['a way up', '../../etc', 'may hold'],
    ['nothing', '', 'index_id is missing'],
    ['300 characters', 'x'.repeat(300), 'index_id has 300 characters; at most 128'],
    ['a line break', 'a\n', 'may hold'],
    ['NUL', 'a\0b', 'may hold'],
    ['a space at the end', 'a ', 'may hold'],
    ['a picture', '🐶', 'may hold'],
    ['half a character', '\ud800', 'not valid Unicode'],
  ] as const)('%s is refused by name', async ([, indexId, reason], { place: { indexes } }) => {
    const refusal = await refusalOf(() => indexes.save(named(indexId), 'entry', vectorOf(1)))
    expect(refusal).toContain('bad-params')
    expect(refusal).toContain(reason)
    expect(await indexes.list()).toEqual([])
  })

  test('are one name if they are equal as Unicode text', async ({ place: { indexes } }) => {
    await indexes.save(named('caf\u00e9'), 'entry', vectorOf(1))
    expect(await indexes.hasEntry(named('cafe\u0301'), 'entry')).toBe(true)
  })

  test(
    'and categorizer ids of any text have a result or a typed error',
    { tags: 'night' },
    async ({ place: { indexes } }) => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 320 }), fc.boolean(), async (text, isIndexId) => {
          const name = isIndexId ? named(text) : { ...pets, categorizerId: text }
          const refusal = await refusalOf(() => indexes.save(name, 'entry', vectorOf(1)))
          if (refusal === 'nothing') expect(await indexes.hasEntry(name, 'entry')).toBe(true)
          else expect(refusal).toMatch(isIndexId ? /^bad-params: index_id/ : /^bad-params: categorizer_id/)
        }),
        { numRuns: 150 },
      )
    },
  )
})

describe('entry ids', () => {
  test('of any text are stored unchanged', { tags: 'night' }, async ({ place }) => {
    const texts = [
      '',
      '/a/b.jpg',
      '..',
      '🐶',
      'a\0b',
      'a',
      'A',
      'caf\u00e9',
      'cafe\u0301',
      '"',
      '\n',
      ' ',
      'x'.repeat(1024),
      ...fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { numRuns: 40, seed: 5 }),
    ].slice(1)
    const ids = [...new Set(texts)].filter((text) => text.isWellFormed())
    await place.indexes.saveAll(
      pets,
      ids.map((entryId, i) => ({ entryId, vector: vectorOf(1, i) })),
    )
    await train(place.indexes, pets)
    const indexes = await place.reopen()
    const found = await indexes.search(pets, vectorOf(1, 0), { count: 1000 })
    expect(found.images.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const id of ids) expect(await indexes.hasEntry(pets, id)).toBe(true)
  })

  test.for([
    ['', 'entry_id is missing'],
    ['x'.repeat(1025), 'entry_id has 1025 characters'],
    ['\udfff', 'entry_id is not valid Unicode'],
  ] as const)('%j is refused', async ([entryId, reason], { place: { indexes } }) => {
    expect(await refusalOf(() => indexes.save(pets, entryId, vectorOf(1)))).toContain(reason)
  })
})
