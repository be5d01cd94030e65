import { describe, expect } from 'vitest'
import { makeVectors, pets, refusalOf, shades, test, train, vectorOf } from './fixture.ts'
import { settle } from './open-test-indexes.ts'

describe('an alteration', () => {
  test('is searchable only after a training', async ({ place: { indexes } }) => {
    await indexes.save(pets, 'cat', vectorOf(1, 0))
    expect(await indexes.search(pets, vectorOf(1, 0))).toEqual({ count: 0, images: [] })
    await train(indexes, pets)
    expect(await indexes.search(pets, vectorOf(1, 0))).toEqual({ count: 1, images: [{ id: 'cat', distance: 0 }] })
    await indexes.save(pets, 'dog', vectorOf(0, 1))
    await indexes.save(pets, 'cat', vectorOf(0, 1))
    expect(await indexes.search(pets, vectorOf(1, 0))).toEqual({ count: 1, images: [{ id: 'cat', distance: 0 }] })
    await indexes.remove(pets, 'dog')
    await train(indexes, pets)
    expect(await indexes.search(pets, vectorOf(1, 0))).toEqual({ count: 1, images: [{ id: 'cat', distance: 1 }] })
  })

  test('survives a restart, without a training', async ({ place }) => {
    await place.indexes.save(pets, 'cat', vectorOf(3, 4))
    await place.indexes.save(pets, 'dog', vectorOf(1, 2))
    await place.indexes.remove(pets, 'dog')
    const indexes = await place.reopen()
    expect([await indexes.hasEntry(pets, 'cat'), await indexes.hasEntry(pets, 'dog')]).toEqual([true, false])
    expect(await indexes.searchEntry(pets, 'dog')).toBeNull()
    expect(await indexes.metadata(pets)).toMatchObject({ entries: 1, pending: 2, trained_entries: 0 })
    await train(indexes, pets)
    expect(await indexes.search(pets, vectorOf(3, 4))).toEqual({ count: 1, images: [{ id: 'cat', distance: 0 }] })
  })

  test('that removes a missing entry says so and changes nothing', async ({ place: { indexes } }) => {
    await indexes.save(pets, 'cat', vectorOf(1, 0))
    await train(indexes, pets)
    expect(await indexes.remove(pets, 'bird')).toBe(false)
    expect((await indexes.metadata(pets)).pending).toBe(0)
  })

  test('of many entries saves all or none', async ({ place: { indexes } }) => {
    const refusal = await refusalOf(() =>
      indexes.saveAll(pets, [
        { entryId: 'a', vector: vectorOf(1, 0) },
        { entryId: 'b', vector: vectorOf(1, NaN) },
      ]),
    )
    expect(refusal).toContain('bad-params')
    expect(await indexes.list()).toEqual([])
  })
})

test('sets metadata with the fields of the interface', async ({ place: { indexes, clock } }) => {
  await indexes.save(pets, 'cat', vectorOf(1, 0))
  await indexes.save(shades, 'cat', vectorOf(1, 0), { featuresType: 'object' })
  clock.time += 60_000
  await train(indexes, pets)
  await indexes.save(pets, 'dog', vectorOf(0, 1))
  const expected = {
    index_id: 'pets',
    kind: 'categories',
    categorizer_id: 'general_v3',
    entries: 2,
    trained_entries: 1,
    pending: 1,
    created_at: '2026-05-01T10:00:00.000Z',
    trained_at: '2026-05-01T10:01:00.000Z',
  }
  expect(await indexes.metadata(pets)).toEqual(expected)
  expect(await indexes.list()).toEqual([
    expected,
    {
      index_id: 'shades',
      kind: 'colors',
      entries: 1,
      trained_entries: 0,
      pending: 1,
      created_at: '2026-05-01T10:00:00.000Z',
      trained_at: null,
    },
  ])
  expect(await indexes.traits(shades)).toEqual({ dimensions: 2, model: null, featuresType: 'object' })
})

describe('removing an index', () => {
  test('deletes it at once and for good; the name starts again', async ({ place }) => {
    const { indexes } = place
    await indexes.saveAll(
      pets,
      makeVectors(900, 4).map((vector, i) => ({ entryId: `${i}`, vector })),
    )
    await train(indexes, pets)
    await indexes.removeIndex(pets)
    expect(await indexes.list()).toEqual([])
    expect(await refusalOf(() => indexes.search(pets, vectorOf(1, 0, 0, 0)))).toBe(
      'index-not-found: There is no index "pets" of categorizer "general_v3". An index is made by saving a picture in it.',
    )
    await indexes.save(pets, 'cat', vectorOf(1, 0))
    await train(indexes, pets)
    expect(await (await place.reopen()).search(pets, vectorOf(1, 0))).toEqual({
      count: 1,
      images: [{ id: 'cat', distance: 0 }],
    })
  })

  test('during its training ends the training as failed', async ({ place: { indexes } }) => {
    await indexes.saveAll(
      pets,
      makeVectors(3000, 64).map((vector, i) => ({ entryId: `${i}`, vector })),
    )
    const ticket = await indexes.train(pets)
    await indexes.removeIndex(pets)
    const { ticket_result } = await settle(indexes, ticket)
    expect(ticket_result).toMatchObject({ state: 'failed', text: expect.stringContaining('removed') })
  })

  test('is refused, as every call but saving, if there is none', async ({ place: { indexes } }) => {
    const calls = [
      () => indexes.removeIndex(pets),
      () => indexes.train(pets),
      () => indexes.hasEntry(pets, 'a'),
      () => indexes.searchEntry(pets, 'a'),
      () => indexes.remove(pets, 'a'),
      () => indexes.metadata(pets),
    ]
    for (const call of calls) expect(await refusalOf(call)).toContain('index-not-found')
  })
})

test('owners, kinds and categorizers never meet', async ({ place: { indexes } }) => {
  const names = [
    pets,
    { ...pets, owner: 'ann' },
    { ...pets, owner: 'bob' },
    { ...pets, categorizerId: 'personal_photos' },
    { kind: 'colors', indexId: 'pets' },
  ] as const
  for (const [i, name] of names.entries()) await indexes.save(name, `entry ${i}`, vectorOf(1, i))
  for (const name of names) await train(indexes, name)
  for (const [i, name] of names.entries())
    expect((await indexes.search(name, vectorOf(1, 0))).images.map(({ id }) => id)).toEqual([`entry ${i}`])
  expect(await indexes.list('ann')).toHaveLength(1)
  expect(await indexes.list()).toHaveLength(3)
  expect(await indexes.list('eve')).toEqual([])
  const ticket = await indexes.train({ ...pets, owner: 'ann' })
  expect(await refusalOf(() => indexes.ticket(ticket, 'bob'))).toContain('ticket-not-found')
  expect((await settle(indexes, ticket, 'ann')).is_final).toBe(true)
})

describe('incomparable vectors', () => {
  test('are refused: another length, another model, another kind of colours', async ({ place: { indexes } }) => {
    await indexes.save(pets, 'cat', vectorOf(1, 0), { model: 'm1' })
    await indexes.save(shades, 'cat', vectorOf(1, 0))
    expect(await refusalOf(() => indexes.save(pets, 'dog', vectorOf(1, 0, 0)))).toBe(
      'bad-params: The index "pets" of categorizer "general_v3" holds vectors of 2 numbers, and this one comes from a model that gives 3; the two cannot be compared. Save the pictures in a new index, or delete this one first.',
    )
    expect(await refusalOf(() => indexes.save(pets, 'dog', vectorOf(1, 0), { model: 'm2' }))).toContain(
      'of the model m1',
    )
    expect(await refusalOf(() => indexes.search(pets, vectorOf(1, 0), { model: 'm2' }))).toContain('of the model m1')
    expect(await refusalOf(() => indexes.search(pets, vectorOf(1, 0, 0)))).toContain('of 2 numbers')
    expect(await refusalOf(() => indexes.save(shades, 'dog', vectorOf(1, 0), { featuresType: 'object' }))).toContain(
      'features_type overall',
    )
    expect(await refusalOf(() => indexes.save(pets, 'dog', vectorOf(1, 0), { featuresType: 'object' }))).toContain(
      'features_type is for colour indexes only',
    )
    expect((await indexes.metadata(pets)).entries).toBe(1)
  })

  test('are accepted once an index is empty, and searched after a training', async ({ place: { indexes } }) => {
    await indexes.save(pets, 'cat', vectorOf(1, 0))
    await train(indexes, pets)
    await indexes.remove(pets, 'cat')
    await indexes.save(pets, 'cat', vectorOf(0, 0, 1))
    expect(await refusalOf(() => indexes.search(pets, vectorOf(0, 0, 1)))).toContain('Train it before searching')
    await train(indexes, pets)
    expect((await indexes.search(pets, vectorOf(0, 0, 1))).images).toEqual([{ id: 'cat', distance: 0 }])
  })

  test.for([
    ['no numbers', vectorOf()],
    ['NaN', vectorOf(NaN, 1)],
    ['an infinite number', vectorOf(Infinity)],
    ['too many numbers', new Float32Array(65_537)],
  ] as const)('%s', async ([, vector], { place: { indexes } }) => {
    expect(await refusalOf(() => indexes.save(pets, 'cat', vector))).toContain('bad-params')
    expect(await indexes.list()).toEqual([])
  })
})
