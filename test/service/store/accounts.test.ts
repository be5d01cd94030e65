import { describe, expect, test } from 'vitest'
import { kinds, openStore } from './stores.ts'

const row = (id: string, createdMs = 0) => ({ id, name: id, key: `k-${id}`, secretHash: 'h', plan: 'free', createdMs })

describe.each(kinds)('$name: accounts', (kind) => {
  test('are found by key and by id, and listed oldest first', async () => {
    const { accounts } = (await openStore(kind)).store
    for (const account of [row('b', 2), row('c', 1), row('a', 2)]) expect(await accounts.add(account)).toBe(true)
    expect(await accounts.list()).toEqual([row('c', 1), row('a', 2), row('b', 2)])
    expect(await accounts.find('k-a')).toEqual(row('a', 2))
    expect(await accounts.findById('b')).toEqual(row('b', 2))
    expect([await accounts.find('a'), await accounts.findById('k-a')]).toEqual([undefined, undefined])
  })

  test('with one key are added once, even by simultaneous requests', async () => {
    const { store, another } = await openStore(kind)
    const other = await another()
    const added = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id, i) => (i % 2 ? store : other).accounts.add({ ...row(id), key: 'k' })),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
    const [kept, ...more] = await store.accounts.list()
    expect(more).toEqual([])
    expect(kept!.id).toBe(['a', 'b', 'c', 'd'][added.indexOf(true)])
  })

  test('that exist change in the given fields', async () => {
    const { accounts } = (await openStore(kind)).store
    await accounts.add(row('a'))
    expect(await accounts.change('k-a', { secretHash: 'other' })).toBe(true)
    expect(await accounts.change('k-a', { plan: 'gold' })).toBe(true)
    expect(await accounts.find('k-a')).toEqual({ ...row('a'), secretHash: 'other', plan: 'gold' })
    expect(await accounts.change('nobody', { plan: 'gold' })).toBe(false)
  })

  test('that are deleted leave a record until it is removed, and their key is free', async () => {
    const { accounts } = (await openStore(kind)).store
    await accounts.add(row('a'))
    expect((await accounts.remove('k-a', 9))?.id).toBe('a')
    expect(await accounts.remove('k-a', 9)).toBeUndefined()
    expect([await accounts.find('k-a'), await accounts.findById('a')]).toEqual([undefined, undefined])
    expect(await accounts.listDeletionRecords()).toEqual(['a'])
    await accounts.removeDeletionRecord('a')
    expect(await accounts.listDeletionRecords()).toEqual([])
    expect(await accounts.add({ ...row('b'), key: 'k-a' })).toBe(true)
  })

  test('are seen as another process left them', async () => {
    const { store, another } = await openStore(kind)
    const other = await another()
    await store.accounts.add(row('a'))
    expect(await other.accounts.find('k-a')).toEqual(row('a'))
    await store.accounts.change('k-a', { secretHash: 'new' })
    await expect.poll(async () => (await other.accounts.find('k-a'))?.secretHash).toBe('new')
    await store.accounts.remove('k-a', 1)
    await expect.poll(() => other.accounts.find('k-a')).toBeUndefined()
  })

  test('that are deleted are reported to every listener, in every process, until it stops listening', async () => {
    const { store, another } = await openStore(kind)
    const other = await another()
    const reported = { here: 0, there: 0, ended: 0 }
    const stop = store.accounts.onRemoved(() => (reported.ended += 1))
    stop()
    store.accounts.onRemoved(() => (reported.here += 1))
    other.accounts.onRemoved(() => (reported.there += 1))
    await store.accounts.add(row('a'))
    await store.accounts.remove('k-a', 1)
    await expect.poll(() => reported.here).toBeGreaterThan(0)
    await expect.poll(() => reported.there).toBeGreaterThan(0)
    expect(reported.ended).toBe(0)
  })
})
