import { describe, expect, test } from 'vitest'
import { admit, entry, fill, kinds, pets, vector } from './stores.ts'

describe.each(kinds)('$name: entries', ({ open }) => {
  test('create their index, and are replaced by those with the same id', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('cat', 1, 0), entry('🐶/é', 0.1, 1e-30))
    await fill(store, pets, entry('cat', 3, 4))
    expect(await store.entries.vector(id, 'cat')).toEqual(vector(3, 4))
    expect(await store.entries.vector(id, '🐶/é')).toEqual(vector(0.1, 1e-30))
    expect([await store.entries.has(id, 'cat'), await store.entries.has(id, 'dog')]).toEqual([true, false])
    expect(await store.entries.vector(id, 'dog')).toBeNull()
    expect(await store.entries.pictures(id)).toEqual([
      { entryId: 'cat', picture: 'cat.jpg' },
      { entryId: '🐶/é', picture: '🐶/é.jpg' },
    ])
    expect(await store.indexes.find(pets)).toMatchObject({ id, changes: 3, createdAt: 5, dimensions: 2, model: 'm' })
    expect(await store.indexes.counts(id)).toEqual({ entries: 2, pending: 2 })
  })

  test('are saved all or none; a refused one creates no index', async () => {
    const store = await open()
    await expect(store.entries.save(pets, [entry('a', 1), entry('b', 1, 2)], admit, 5)).rejects.toThrow('1 numbers')
    expect(await store.indexes.find(pets)).toBeUndefined()
    await store.entries.save(pets, [], admit, 5)
    expect(await store.indexes.find(pets)).toBeUndefined()
    const { id } = await fill(store, pets, entry('a', 1))
    await expect(store.entries.save(pets, [entry('c', 1), entry('b', 1, 2)], admit, 5)).rejects.toThrow('1 numbers')
    expect(await store.indexes.counts(id)).toEqual({ entries: 1, pending: 1 })
  })

  test('of an emptied index may be of another kind', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1))
    const isEmpty = async () => (await store.indexes.find(pets))?.isEmpty
    expect([await isEmpty(), await store.entries.remove(id, 'a')]).toEqual([false, true])
    expect([await isEmpty(), await store.entries.remove(id, 'a')]).toEqual([true, false])
    expect(await store.indexes.counts(id)).toEqual({ entries: 0, pending: 1 })
    await fill(store, pets, entry('a', 1, 2))
    expect(await store.indexes.byId(id)).toMatchObject({ dimensions: 2, changes: 3 })
  })

  test('are prepared by the stored index, if there is one', async () => {
    const store = await open()
    expect(await store.indexes.recall(pets)).toBeUndefined()
    const { id } = await fill(store, pets, entry('a', 1, 2))
    expect(await store.indexes.recall(pets)).toMatchObject({ id, dimensions: 2, model: 'm', isEmpty: false })
    await store.entries.remove(id, 'a')
    await fill(store, pets, entry('b', 1))
    expect(await store.indexes.recall(pets)).toMatchObject({ id, dimensions: 1, isEmpty: false })
  })

  test('saved at the same moment are all there, each change with its own number, and of one kind', async () => {
    const store = await open()
    await Promise.all(Array.from({ length: 12 }, (_, n) => store.entries.save(pets, [entry(`e${n}`, n)], admit, 5)))
    const [index, ...more] = await store.indexes.list('ann')
    expect(more).toEqual([])
    expect(index).toMatchObject({ changes: 12, entries: 12, pending: 12 })
    const other = { ...pets, indexId: 'mixed' }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        store.entries.save(other, [entry(`e${n}`, ...Array(1 + (n % 2)).fill(1))], admit, 5),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  test('move to another model together, or report what is missing', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('cat', 1), entry('dog', 2))
    const made = (picture: string) => ({ picture, vector: vector(0, 1) })
    const cat = new Map([['cat', made('cat.jpg')]])
    expect(await store.entries.move(id, { model: 'n', vectors: cat })).toEqual([{ entryId: 'dog', picture: 'dog.jpg' }])
    const other = new Map([...cat, ['dog', made('another.jpg')]])
    expect(await store.entries.move(id, { model: 'n', vectors: other })).toEqual([
      { entryId: 'dog', picture: 'dog.jpg' },
    ])
    expect(await store.entries.vector(id, 'cat')).toEqual(vector(1))
    const all = new Map([...cat, ['dog', made('dog.jpg')]])
    expect(await store.entries.move(id, { model: 'n', vectors: all })).toEqual([])
    expect(await store.entries.vector(id, 'dog')).toEqual(vector(0, 1))
    expect(await store.indexes.byId(id)).toMatchObject({ model: 'n', dimensions: 2, changes: 4 })
  })

  test('are gone after their index was removed, which accepts no more', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('cat', 1))
    expect(await store.indexes.remove(id)).toEqual({ snapshot: null })
    expect(await store.indexes.remove(id)).toBeNull()
    expect([await store.entries.has(id, 'cat'), await store.indexes.find(pets)]).toEqual([false, undefined])
    expect(await store.entries.remove(id, 'cat')).toBe(false)
    const moved = new Map([['cat', { picture: 'cat.jpg', vector: vector(2) }]])
    expect(await store.entries.move(id, { model: 'n', vectors: moved })).toEqual([])
    expect([await store.entries.vector(id, 'cat'), await store.entries.pictures(id)]).toEqual([null, []])
    const again = await fill(store, pets, entry('dog', 1, 2))
    expect(again.id).not.toBe(id)
    while (await store.sweep());
    expect(await store.indexes.counts(again.id)).toEqual({ entries: 1, pending: 1 })
    expect(await store.sweep()).toBe(false)
  })
})
