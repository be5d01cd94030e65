import { describe, expect, test } from 'vitest'
import type { IndexStore, ReadEntry } from '../../../src-main/indexes/store/port.ts'
import { entry, fill, kinds, pets } from './stores.ts'

const trained = (changes: number, snapshot = 's1') => ({ snapshot, model: 'm', changes, entries: 2, at: 9 })

describe.each(kinds)('$name: trainings', ({ open }) => {
  test('read an index at one moment, in order, whatever is altered meanwhile', { tags: 'night' }, async () => {
    const store = await open()
    const { id } = await fill(store, pets, ...Array.from({ length: 25 }, (_, n) => entry(`e${n}`, n)))
    await fill(store, pets, entry('e3', 99))
    const reader = await store.read(id)
    expect(reader.plan).toEqual({ kind: 'categories', dimensions: 1, model: 'm', changes: 26, entries: 25 })
    await fill(store, pets, entry('late', 1), entry('e4', 77))
    await store.entries.remove(id, 'e5')
    const pages: ReadEntry[][] = []
    for await (const page of reader.pages(10)) pages.push(page)
    await reader.close()
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(pages.flat().map(({ entryId }) => entryId)).toEqual(Array.from({ length: 25 }, (_, n) => `e${n}`))
    expect(pages.flat().map(({ vector: [value] }) => value)).toEqual(
      Array.from({ length: 25 }, (_, n) => (n === 3 ? 99 : n)),
    )
  })

  test('settle what they read, and leave later alterations pending', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1), entry('b', 2))
    await fill(store, pets, entry('b', 3))
    expect(await store.indexes.switchTo(id, trained(2))).toEqual({ replaced: null })
    expect(await store.indexes.counts(id)).toEqual({ entries: 2, pending: 1 })
    expect(await store.indexes.byId(id)).toMatchObject({
      snapshot: 's1',
      trainedModel: 'm',
      trainedEntries: 2,
      trainedAt: 9,
    })
    expect(await store.indexes.switchTo(id, trained(3, 's2'))).toEqual({ replaced: 's1' })
    expect(await store.indexes.switchTo(id, trained(3, 's2'))).toEqual({ replaced: null })
    expect(await store.indexes.counts(id)).toEqual({ entries: 2, pending: 0 })
    expect(await store.indexes.snapshots()).toEqual([{ id, snapshot: 's2' }])
    expect(await store.indexes.remove(id)).toEqual({ snapshot: 's2' })
  })

  test('that come late do not replace a newer state by an older one', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1), entry('b', 2))
    await store.indexes.switchTo(id, { ...trained(2, 'new'), at: 10 })
    expect(await store.indexes.switchTo(id, { ...trained(1, 'old'), at: 11 })).toEqual({ replaced: 'old' })
    expect(await store.indexes.switchTo(id, { ...trained(1, 'new'), at: 11 })).toEqual({ replaced: null })
    expect(await store.indexes.byId(id)).toMatchObject({ snapshot: 'new', trainedAt: 10 })
    expect(await store.indexes.counts(id)).toEqual({ entries: 2, pending: 0 })
  })

  test('of an index removed meanwhile switch nothing', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1))
    const reader = await store.read(id)
    const [removed, switched] = await Promise.all([store.indexes.remove(id), store.indexes.switchTo(id, trained(1))])
    await reader.close()
    expect(removed).toEqual({ snapshot: switched === null ? null : 's1' })
    expect(await store.indexes.switchTo(id, trained(1))).toBeNull()
    const nothing = await store.read(id)
    expect(nothing.plan).toBeNull()
    await nothing.close()
    expect(await store.indexes.snapshots()).toEqual([])
  })

  test('a snapshot is renamed, unless another one replaced it', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1))
    await store.indexes.switchTo(id, trained(1))
    expect(await store.indexes.rename(id, 's1', 'moved')).toBe(true)
    expect(await store.indexes.rename(id, 's1', 'late')).toBe(false)
    expect(await store.indexes.byId(id)).toMatchObject({ snapshot: 'moved', trainedEntries: 2, trainedAt: 9 })
    expect(await store.indexes.counts(id)).toEqual({ entries: 1, pending: 0 })
  })

  test('that switch simultaneously replace one another, so that all snapshots but the last are returned', async () => {
    const store = await open()
    const { id } = await fill(store, pets, entry('a', 1))
    const names = ['s1', 's2', 's3', 's4']
    const switched = await Promise.all(names.map((name) => store.indexes.switchTo(id, trained(1, name))))
    const [left] = await store.indexes.snapshots()
    expect(switched.flatMap((one) => one?.replaced ?? []).sort()).toEqual(
      names.filter((name) => name !== left?.snapshot),
    )
  })
})

describe.each(kinds)('$name: indexes and tickets', ({ open }) => {
  test('indexes of an owner are listed by kind, categorizer and id', async () => {
    const store = await open()
    const keys = [
      { ...pets, indexId: 'b' },
      { ...pets, kind: 'colors' as const, categorizerId: '', indexId: 'a' },
      { ...pets, indexId: 'Z' },
      { ...pets, categorizerId: 'another', indexId: 'x' },
    ]
    for (const key of keys) await fill(store, key, entry('a', 1))
    await fill(store, { ...pets, owner: 'bob' }, entry('a', 1))
    expect((await store.indexes.list('ann')).map(({ indexId }) => indexId)).toEqual(['x', 'Z', 'b', 'a'])
    expect(await store.indexes.list('nobody')).toEqual([])
    expect(await store.indexes.find({ ...pets, owner: 'eve' })).toBeUndefined()
  })

  const add = async (store: IndexStore, { row = 7, url = null as string | null }, ...ids: string[]) => {
    for (const [n, id] of ids.entries())
      await store.tickets.add({ id, key: pets, indexRow: row, callbackUrl: url, at: n + 1 })
  }
  const end = { state: 'trained', entries: 4, text: 'ok', at: 8 } as const

  test('a ticket belongs to its owner, waits, and ends with its training', async () => {
    const store = await open()
    await add(store, {}, 't1', 't2')
    const waiting = { ...pets, id: 't1', createdAt: 1, finishedAt: null, state: 'waiting', progress: 0, entries: null }
    expect(await store.tickets.find('t1', 'ann')).toEqual({ ...waiting, text: '' })
    expect(await store.tickets.find('t1', 'bob')).toBeUndefined()
    await store.tickets.finish(['t1', 't2'], end)
    for (const id of ['t1', 't2'])
      expect(await store.tickets.find(id, 'ann')).toMatchObject({ finishedAt: 8, state: 'trained', entries: 4 })
    await store.tickets.forgetBefore(8)
    expect(await store.tickets.find('t1', 'ann')).toBeDefined()
    await store.tickets.forgetBefore(9)
    expect(await store.tickets.find('t1', 'ann')).toBeUndefined()
    await add(store, {}, 't3')
    await store.tickets.removeOwner('ann')
    expect(await store.tickets.find('t3', 'ann')).toBeUndefined()
  })

  test('a training takes the open tickets of its index, reports progress, and ends each once', async () => {
    const store = await open()
    await add(store, {}, 't1', 't2')
    await add(store, { row: 8 }, 'other')
    expect(await store.tickets.take(7)).toEqual(['t1', 't2'])
    expect(await store.tickets.take(7)).toEqual(['t1', 't2'])
    await store.tickets.setProgress(['t1', 't2'], 40)
    await store.tickets.setProgress(['t1'], 20) // whoever took it over starts again
    expect(await store.tickets.find('t1', 'ann')).toMatchObject({ state: 'training', progress: 40 })
    expect(await store.tickets.find('other', 'ann')).toMatchObject({ state: 'waiting', progress: 0 })
    await store.tickets.finish(['t1'], end)
    await store.tickets.finish(['t1'], { state: 'failed', entries: null, text: 'late', at: 9 })
    await store.tickets.setProgress(['t1'], 90)
    expect(await store.tickets.find('t1', 'ann')).toMatchObject({ state: 'trained', progress: 40, finishedAt: 8 })
    expect(await store.tickets.take(7)).toEqual(['t2'])
  })

  test('giving up ends the taken ones, and not the waiting ones', async () => {
    const store = await open()
    await add(store, {}, 't1')
    await store.tickets.take(7)
    await add(store, {}, 't2')
    await store.tickets.giveUp(7, { state: 'failed', entries: null, text: 'twice', at: 5 })
    expect(await store.tickets.find('t1', 'ann')).toMatchObject({ state: 'failed', text: 'twice', finishedAt: 5 })
    expect(await store.tickets.find('t2', 'ann')).toMatchObject({ state: 'waiting', finishedAt: null })
  })

  test('pending callbacks are reported once the training has ended, until they are confirmed', async () => {
    const store = await open()
    await add(store, { url: 'http://me' }, 't1')
    await add(store, {}, 't2')
    await add(store, { row: 8, url: 'http://you' }, 't3')
    expect(await store.tickets.dueCallbacks(7)).toEqual([])
    expect((await store.tickets.unsettled()).sort()).toEqual([7, 8])
    await store.tickets.finish(['t1', 't2'], end)
    expect(await store.tickets.dueCallbacks(7)).toEqual([{ ticketId: 't1', owner: 'ann', url: 'http://me' }])
    expect((await store.tickets.unsettled()).sort()).toEqual([7, 8])
    await store.tickets.markCalled('t1')
    expect([await store.tickets.dueCallbacks(7), await store.tickets.unsettled()]).toEqual([[], [8]])
    expect(await store.tickets.find('t1', 'ann')).toMatchObject({ state: 'trained' })
  })
})
