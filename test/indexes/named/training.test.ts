import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { makeVectors, pets, refusalOf, shades, test, train, vectorOf } from './fixture.ts'
import { settle } from './open-test-indexes.ts'

const HOUR = 3_600_000
const many = (count: number, seed = 1) =>
  makeVectors(count, 64, seed).map((vector, i) => ({ entryId: `e${i}`, vector }))

describe('a training', () => {
  test(
    'lets searches through, which see the old state or the new one and never a mixture',
    { tags: 'night' },
    async ({ place: { indexes } }) => {
      const [before, after] = [many(4000, 1), many(4000, 2)]
      await indexes.saveAll(pets, before)
      await train(indexes, pets)
      await indexes.saveAll(pets, after)
      const ticket = await indexes.train(pets)
      const query = makeVectors(1, 64, 9)[0]!
      const old = await indexes.search(pets, query)
      const seen: (typeof old)[] = []
      const progress: number[] = []
      while (!(await indexes.ticket(ticket)).is_final) {
        seen.push(await indexes.search(pets, query))
        progress.push((await indexes.ticket(ticket)).ticket_result.progress)
        await setImmediate()
      }
      const fresh = await indexes.search(pets, query)
      expect(fresh).not.toEqual(old)
      expect(seen.length).toBeGreaterThan(5)
      for (const result of seen) expect([JSON.stringify(old), JSON.stringify(fresh)]).toContain(JSON.stringify(result))
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      expect(progress.some((percent) => percent > 10 && percent < 90)).toBe(true)
    },
  )

  test('includes alterations from before its request, and leaves later ones pending', async ({
    place: { indexes },
  }) => {
    await indexes.saveAll(pets, many(3000))
    const ticket = await indexes.train(pets)
    while ((await indexes.ticket(ticket)).ticket_result.progress === 0) await setImmediate()
    await indexes.save(pets, 'late', makeVectors(1, 64, 3)[0]!)
    await indexes.save(pets, 'e5', makeVectors(1, 64, 4)[0]!)
    await indexes.remove(pets, 'e2999')
    expect((await settle(indexes, ticket)).ticket_result).toMatchObject({
      state: 'trained',
      entries: 3000,
      progress: 100,
    })
    expect(await indexes.metadata(pets)).toMatchObject({ entries: 3000, trained_entries: 3000, pending: 3 })
    expect((await indexes.search(pets, many(6)[5]!.vector, { count: 1 })).images).toEqual([{ id: 'e5', distance: 0 }])
  })

  test('requested again runs a second time after the active one, for all requests', async ({ place }) => {
    const done: string[] = []
    const indexes = await place.reopen({
      call: async ({ ticketId, url }) => {
        const { ticket_result } = await indexes.ticket(ticketId)
        done.push(`${ticketId} ${url} ${ticket_result.entries}`)
      },
    })
    await indexes.saveAll(pets, many(2000))
    const train = () => indexes.train(pets, 'http://me')
    const first = await train()
    while ((await indexes.ticket(first)).ticket_result.progress === 0) await setImmediate()
    await indexes.save(pets, 'second', makeVectors(1, 64, 3)[0]!)
    const second = await train()
    await indexes.save(pets, 'third', makeVectors(1, 64, 4)[0]!)
    const third = await train()
    expect((await indexes.ticket(second)).ticket_result.state).toBe('waiting')
    expect(new Set([first, second, third]).size).toBe(3)
    await expect.poll(() => done.length).toBe(3)
    expect(done[0]).toBe(`${first} http://me 2000`)
    expect(new Set(done)).toEqual(new Set([done[0], ...[second, third].map((ticket) => `${ticket} http://me 2002`)]))
  })

  test('of other indexes continues meanwhile', async ({ place: { indexes } }) => {
    const names = Array.from({ length: 6 }, (_, i) => ({ kind: 'colors' as const, indexId: `i${i}` }))
    for (const name of names) await indexes.saveAll(name, many(200))
    const tickets = await Promise.all(names.map((name) => indexes.train(name)))
    for (const ticket of tickets)
      expect((await settle(indexes, ticket)).ticket_result).toMatchObject({ state: 'trained', entries: 200 })
  })

  test('is not repeated if its callback cannot be handed over: only that is', async ({ place }) => {
    const handed = Promise.withResolvers<string>()
    let times = 0
    const indexes = await place.reopen({
      call: async ({ ticketId }) => {
        if (++times < 2) throw new Error('not now')
        handed.resolve(ticketId)
      },
    })
    await indexes.save(pets, 'cat', vectorOf(1))
    const ticket = await indexes.train(pets, 'http://me')
    await settle(indexes, ticket)
    const [snapshot] = readdirSync(join(place.folder, 'snapshots'))
    expect(await handed.promise).toBe(ticket)
    await place.reopen({ call: async () => void times++ })
    expect(times).toBe(2)
    expect(readdirSync(join(place.folder, 'snapshots'))).toEqual([snapshot])
  })

  test('that cannot write fails with the reason, and the index is unchanged', async ({
    place: { folder, indexes },
  }) => {
    await indexes.save(pets, 'cat', vectorOf(1, 0))
    await train(indexes, pets)
    await indexes.save(pets, 'dog', vectorOf(0, 1))
    renameSync(join(folder, 'snapshots'), join(folder, 'away'))
    expect((await train(indexes, pets)).ticket_result).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('ENOENT'),
    })
    expect(await indexes.metadata(pets)).toMatchObject({ trained_entries: 1, pending: 1 })
    expect((await indexes.search(pets, vectorOf(1, 0))).count).toBe(1)
    renameSync(join(folder, 'away'), join(folder, 'snapshots'))
    expect((await train(indexes, pets)).ticket_result).toMatchObject({ state: 'trained', entries: 2 })
  })

  test('never disturbs a search that reads its snapshot from the disk', async ({ place }) => {
    const indexes = await place.reopen({ memoryBytes: 1 })
    const names = ['a', 'b'].map((indexId) => ({ kind: 'colors' as const, indexId }))
    for (const name of names) {
      await indexes.saveAll(name, many(400))
      await train(indexes, name)
    }
    let isOver = false
    const trainings = (async () => {
      for (let i = 0; i < 12; i++) await Promise.all(names.map((name) => train(indexes, name)))
      isOver = true
    })()
    let searches = 0
    for (; !isOver; searches++) {
      const found = await Promise.all(names.map((name) => indexes.search(name, many(1)[0]!.vector, { count: 1 })))
      expect(found.map(({ images }) => images)).toEqual([[{ id: 'e0', distance: 0 }], [{ id: 'e0', distance: 0 }]])
    }
    await trainings
    expect(searches).toBeGreaterThan(5)
  })

  test('leaves one snapshot for each index on the disk', async ({ place }) => {
    for (const name of [pets, shades, pets, pets]) {
      await place.indexes.save(name, 'cat', vectorOf(1))
      await train(place.indexes, name)
    }
    await place.reopen()
    expect(readdirSync(join(place.folder, 'snapshots'))).toHaveLength(2)
  })

  test('stopped by closing leaves the old state and continues at the next start, however often that happens', async ({
    place,
  }) => {
    await place.indexes.save(pets, 'cat', makeVectors(1, 64)[0]!)
    await train(place.indexes, pets)
    await place.indexes.saveAll(pets, many(3000))
    const ticket = await place.indexes.train(pets)
    for (let starts = 0; starts < 3; starts++)
      expect(await (await place.reopen()).ticket(ticket)).toMatchObject({ is_final: false })
    const { indexes } = place
    expect(await indexes.metadata(pets)).toMatchObject({ entries: 3001, trained_entries: 1, pending: 3000 })
    expect(await settle(indexes, ticket)).toMatchObject({
      is_final: true,
      ticket_result: { state: 'trained', entries: 3001 },
    })
  })
})

describe('a ticket', () => {
  test('is answered for 24 hours after the end, over a restart and beyond its index; then it has expired', async ({
    place,
  }) => {
    await place.indexes.save(pets, 'cat', vectorOf(1))
    const ticket = await place.indexes.train(pets)
    expect(await place.indexes.ticket(ticket)).toEqual({
      is_final: false,
      ticket_result: {
        state: 'training',
        progress: 0,
        index_id: 'pets',
        kind: 'categories',
        categorizer_id: 'general_v3',
        text: '',
      },
    })
    const final = await settle(place.indexes, ticket)
    expect(final).toEqual({
      is_final: true,
      ticket_result: {
        state: 'trained',
        progress: 100,
        index_id: 'pets',
        kind: 'categories',
        categorizer_id: 'general_v3',
        entries: 1,
        text: '',
      },
    })
    await place.indexes.removeIndex(pets)
    place.clock.time += 24 * HOUR - 1
    const indexes = await place.reopen()
    expect(await indexes.ticket(ticket)).toEqual(final)
    place.clock.time += 1
    expect(await refusalOf(() => indexes.ticket(ticket))).toContain('ticket-expired')
    expect(await refusalOf(() => indexes.ticket('f'.repeat(32)))).toContain('ticket-not-found')
  })
})
