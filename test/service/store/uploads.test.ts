import { describe, expect, test } from 'vitest'
import { kinds, openStore } from './stores.ts'

const row = (id: string, accountId = 'a1', createdMs = 10) => ({
  id,
  accountId,
  filename: 'Küste.jpg',
  file: `${id}.jpg`,
  bytes: 100,
  pictureId: `picture of ${id}`,
  createdMs,
  expiresMs: createdMs + 5,
})

describe.each(kinds)('$name: uploads', (kind) => {
  test('are found only by their account, even deleted ones', async () => {
    const { uploads } = (await openStore(kind)).store
    for (const upload of [row('one'), row('two'), row('three', 'a2')])
      expect(await uploads.add(upload, null)).toBe(true)
    expect(await uploads.find('a1', 'one')).toEqual({ ...row('one'), goneMs: null })
    expect(await uploads.find('a2', 'one')).toBeUndefined()
    expect([await uploads.markGone('one', 12), await uploads.markGone('one', 13)]).toEqual([true, false])
    expect(await uploads.find('a1', 'one')).toEqual({ ...row('one'), goneMs: 12 })
    expect((await uploads.presentOf('a1')).map(({ id }) => id)).toEqual(['two'])
    expect((await uploads.present()).map(({ id }) => id).sort()).toEqual(['three', 'two'])
    expect([await uploads.bytesOf('a1'), await uploads.bytesOf('nobody')]).toEqual([100, 0])
  })

  test('expire, and are forgotten after their deletion', async () => {
    const { uploads } = (await openStore(kind)).store
    for (const [id, at] of Object.entries({ old: 1, gone: 1, late: 20 })) await uploads.add(row(id, 'a1', at), null)
    await uploads.markGone('gone', 2)
    expect((await uploads.expired(6)).map(({ id }) => id)).toEqual(['old'])
    expect(await uploads.expired(5)).toEqual([])
    await uploads.forgetBefore(15)
    const known = await Promise.all(['old', 'gone', 'late'].map((id) => uploads.find('a1', id)))
    expect(known.map((found) => found?.id)).toEqual(['old', undefined, 'late'])
    expect(await uploads.bytesOf('a1')).toBe(200)
    await uploads.removeAccount('a1')
    expect(await uploads.find('a1', 'late')).toBeUndefined()
    expect(await uploads.bytesOf('a1')).toBe(0)
    expect([await uploads.add(row('new'), 100), await uploads.add(row('more'), 100)]).toEqual([true, false])
  })

  test(
    "fill an account's limit to the last byte, however many arrive at the same moment",
    { tags: 'night' },
    async () => {
      const { store, another } = await openStore(kind)
      const other = await another()
      const add = (n: number) => (n % 2 ? store : other).uploads.add(row(`u${n}`), 500)
      const added = await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
      expect(added.filter(Boolean)).toHaveLength(5)
      expect(await store.uploads.bytesOf('a1')).toBe(500)
      await store.uploads.markGone(`u${added.indexOf(true)}`, 11)
      expect([await add(20), await add(21)]).toEqual([true, false])
    },
  )
})
