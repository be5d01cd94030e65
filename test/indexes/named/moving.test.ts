import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { pets, refusalOf, shades, test, train, vectorOf } from './fixture.ts'
import { openTestIndexes, settle } from './open-test-indexes.ts'

const old = (picture: string) => ({ model: 'old', picture })
const made = (picture: string, ...values: number[]) => ({ picture, vector: vectorOf(...values) })

/** An old model's vectors of two pictures. */
async function saveTwo(indexes: Parameters<typeof train>[0]): Promise<void> {
  await indexes.save(pets, 'cat', vectorOf(1, 0), old('cat.jpg'))
  await indexes.save(pets, 'dog', vectorOf(0, 1), old('dog.jpg'))
}

describe('an index moved to another model', () => {
  const all = new Map([
    ['cat', made('cat.jpg', 0, 0, 1)],
    ['dog', made('dog.jpg', 0, 1, 0)],
  ])

  test('stays unchanged while a picture was not described again, or has changed since', async ({
    place: { indexes },
  }) => {
    await saveTwo(indexes)
    const cat = new Map([['cat', made('cat.jpg', 0, 0, 1)]])
    expect(await indexes.move(pets, { model: 'new', vectors: cat })).toEqual([{ entryId: 'dog', picture: 'dog.jpg' }])
    await indexes.save(pets, 'dog', vectorOf(1, 1), old('other.jpg'))
    expect(await indexes.move(pets, { model: 'new', vectors: all })).toEqual([{ entryId: 'dog', picture: 'other.jpg' }])
    expect([(await indexes.traits(pets)).model, await indexes.modelFor('save', pets)]).toEqual(['old', 'old'])
  })

  test('is searched as it was trained until it is trained again', async ({ place: { indexes } }) => {
    await saveTwo(indexes)
    await train(indexes, pets)
    const before = await indexes.searchEntry(pets, 'cat')
    expect(await indexes.move(pets, { model: 'new', vectors: all })).toEqual([])
    expect([await indexes.modelFor('search', pets), await indexes.modelFor('save', pets)]).toEqual(['old', 'new'])
    expect(await indexes.search(pets, vectorOf(1, 0), { model: 'old' })).toEqual(before)
    expect(await indexes.searchEntry(pets, 'cat')).toEqual(before)
    expect(await refusalOf(() => indexes.search(pets, vectorOf(1, 0, 0), { model: 'new' }))).toContain('bad-params')
    expect(await indexes.metadata(pets)).toMatchObject({ entries: 2, pending: 2 })
    await train(indexes, pets)
    expect([await indexes.modelFor('search', pets), (await indexes.metadata(pets)).pending]).toEqual(['new', 0])
    const { images } = await indexes.search(pets, vectorOf(0, 0, 1), { model: 'new' })
    expect(images[0]).toEqual({ id: 'cat', distance: 0 })
  })

  test('continues after a stop between the move and its training', async ({ place }) => {
    await saveTwo(place.indexes)
    await train(place.indexes, pets)
    await place.indexes.move(pets, { model: 'new', vectors: all })
    const indexes = await place.reopen()
    expect([await indexes.modelFor('search', pets), await indexes.modelFor('save', pets)]).toEqual(['old', 'new'])
    expect(await indexes.search(pets, vectorOf(1, 0), { model: 'old' })).toMatchObject({ count: 2 })
  })
})

test('an empty index accepts any model, and one of an older version keeps its own', async ({ place }) => {
  await saveTwo(place.indexes)
  await train(place.indexes, pets)
  expect(await place.indexes.modelFor('save', { ...pets, indexId: 'none' })).toBeUndefined()
  await place.indexes.close()
  const db = connect(join(place.folder, 'indexes.db'))
  db.exec('DROP INDEX tickets_open; DROP INDEX tickets_untold')
  for (const column of ['tickets.index_row', 'tickets.progress', 'tickets.callback_url', 'indexes.trained_changes'])
    db.exec(`ALTER TABLE ${column.replace('.', ' DROP COLUMN ')}`)
  db.exec('ALTER TABLE indexes DROP COLUMN trained_model; ALTER TABLE entries DROP COLUMN picture')
  db.pragma('user_version = 1')
  db.close()
  const again = (place.indexes = await openTestIndexes({ folder: place.folder }))
  expect(await again.modelFor('search', pets)).toBe('old')
  expect(await again.pictures(pets)).toEqual([
    { entryId: 'cat', picture: null },
    { entryId: 'dog', picture: null },
  ])
  for (const id of ['cat', 'dog']) await again.remove(pets, id)
  expect(await again.modelFor('save', pets)).toBeUndefined()
})

describe('work before a training', () => {
  test('is noted in the ticket, and delays no other training', async ({ place }) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const prepare = (name: { kind: string }) => (name.kind === 'colors' ? Promise.resolve('') : promise)
    const indexes = await place.reopen({ prepare })
    await saveTwo(indexes)
    await indexes.save(shades, 'cat', vectorOf(1, 0))
    const waiting = await Promise.all(['a', 'b', 'c'].map(() => indexes.train(pets)))
    await train(indexes, shades)
    expect((await indexes.ticket(waiting[0]!)).is_final).toBe(false)
    resolve('moved')
    for (const ticket of waiting)
      expect((await settle(indexes, ticket)).ticket_result).toMatchObject({ notes: ['moved'], text: '', entries: 2 })
  })

  test('may fail: the index is trained unchanged', async ({ place }) => {
    const indexes = await place.reopen({ prepare: () => Promise.reject(new Error('no')) })
    await saveTwo(indexes)
    const { ticket_result } = await train(indexes, pets)
    expect(ticket_result).toMatchObject({ state: 'trained', entries: 2 })
    expect(ticket_result).not.toHaveProperty('notes')
  })
})
