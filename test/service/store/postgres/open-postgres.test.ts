import { describe, expect, test } from 'vitest'
import type { AdmitEntry, IndexKey, ReadEntry } from '../../../../src-main/indexes/store/port.ts'
import type { TitledClassifier } from '../../../../src-main/service/ports/classifier-store.ts'
import { useTestDatabase } from '../../../fixtures/postgres/open-test-postgres.ts'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'

const account = (id: string) => ({ id, name: id, key: `key-${id}`, secretHash: 'a', plan: 'free', createdMs: 1 })
const vector = (...values: number[]) => Float32Array.from(values)
const admit: AdmitEntry = (index, isEmpty, { length }) => {
  if (!isEmpty && index.dimensions !== length) throw new Error(`the index holds ${index.dimensions} numbers`)
  return { dimensions: length, model: 'm', featuresType: null }
}
const entry = (entryId: string, ...values: number[]) => ({
  entryId,
  vector: vector(...values),
  picture: `of-${entryId}`,
})

describe.skipIf(!hasPostgres)('stores in PostgreSQL, over nodes', () => {
  const openNode = useTestDatabase()

  test("one node's changes of an account are seen by the others", async () => {
    const [{ store: a }, { store: b }] = await Promise.all([openNode(), openNode()])
    expect(await b.accounts.find('key-one')).toBeUndefined()
    expect(await a.accounts.add(account('one'))).toBe(true)
    expect(await a.accounts.add({ ...account('other'), key: 'key-one' })).toBe(false)
    expect(await b.accounts.find('key-one')).toEqual(account('one'))
    expect(await a.accounts.change('key-one', { secretHash: 'b' })).toBe(true)
    await expect.poll(() => b.accounts.find('key-one')).toEqual({ ...account('one'), secretHash: 'b' })
    expect(await b.accounts.findById('one')).toMatchObject({ secretHash: 'b' })
    expect(await a.accounts.remove('key-one', 7)).toMatchObject({ id: 'one' })
    await expect.poll(() => b.accounts.find('key-one')).toBeUndefined()
    expect(await b.accounts.remove('key-one', 7)).toBeUndefined()
    expect(await b.accounts.change('key-one', { plan: 'x' })).toBe(false)
    expect(await b.accounts.listDeletionRecords()).toEqual(['one'])
    await b.accounts.removeDeletionRecord('one')
    expect(await a.accounts.listDeletionRecords()).toEqual([])
  })

  test("text that PostgreSQL cannot store is the request's fault", async () => {
    const { indexes } = await openNode()
    const key: IndexKey = { owner: 'z', kind: 'colors', categorizerId: '', indexId: 'i' }
    const callbackUrl = 'http://example.org/\0'
    await expect(indexes.tickets.add({ id: 'zero', key, indexRow: 1, callbackUrl, at: 5 })).rejects.toMatchObject({
      status: 400,
    })
    expect(await indexes.tickets.find('zero', 'z')).toBeUndefined()
  })

  test('a known account costs no statement', async () => {
    const sent: string[] = []
    const { store } = await openNode({ onStatement: (text) => sent.push(text) })
    await store.accounts.add(account('cached'))
    await expect
      .poll(async () => {
        sent.length = 0
        await store.accounts.find('key-cached')
        return sent.length
      })
      .toBe(0)
  })

  test(
    "an account's uploads never exceed its limit, whatever the nodes do simultaneously",
    { tags: 'night' },
    async () => {
      const nodes = await Promise.all([openNode(), openNode()])
      const upload = (n: number) => ({
        id: `u${n}`,
        accountId: 'owner',
        filename: 'a.jpg',
        file: `f${n}`,
        bytes: 10,
        pictureId: `p${n}`,
        createdMs: n,
        expiresMs: 1000 + n,
      })
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, n) => nodes[n % 2]!.store.uploads.add(upload(n), 55)),
      )
      expect(added.filter(Boolean)).toHaveLength(5)
      const [{ store }] = nodes
      expect(await store.uploads.bytesOf('owner')).toBe(50)
      const kept = await store.uploads.presentOf('owner')
      expect(await store.uploads.find('owner', kept[0]!.id)).toEqual({
        ...upload(Number(kept[0]!.id.slice(1))),
        goneMs: null,
      })
      expect(await store.uploads.markGone(kept[0]!.id, 5)).toBe(true)
      expect(await store.uploads.markGone(kept[0]!.id, 5)).toBe(false)
      expect(await store.uploads.expired(10_000)).toHaveLength(4)
      await store.uploads.removeAccount('owner')
      expect(await store.uploads.present()).toEqual([])
    },
  )

  test('classifiers are complete, and saved one after another', { tags: 'night' }, async () => {
    const [{ store: a }, { store: b }] = await Promise.all([openNode(), openNode()])
    const made: TitledClassifier = {
      id: 'cats',
      kind: 'tagger',
      title: 'Cats',
      version: 1,
      modelId: 'm',
      dimensions: 2,
      classes: [{ name: 'cat', bias: 0.25, weights: vector(0.5, -1), positives: [1], negatives: [2] }],
      createdMs: 3,
      updatedMs: 4,
    }
    const pictures = [1, 2].map((number) => ({ number, vector: vector(number, 0) }))
    const save = ({ classifiers }: typeof a) =>
      classifiers.save('o', 'cats', pictures, ({ present }) => ({ ...made, version: (present?.version ?? 0) + 1 }))
    await Promise.all([save(a), save(b), save(a), save(b)])
    expect(await b.classifiers.find('o', 'cats')).toEqual({ ...made, version: 4 })
    expect(await a.classifiers.place('o', 'dogs')).toEqual({ present: null, others: { classifiers: 1, pictures: 2 } })
    expect(await a.classifiers.list('someone')).toEqual([])
    expect(await a.classifiers.remove('o', 'cats', 'categorizer')).toBe(false)
    const feedback = a.classifiers.feedback('o')
    const ticket = {
      id: 't',
      index: 'i',
      atMs: 9,
      embedding: { modelId: 'm', vector: vector(1, 0) },
      tags: [{ name: 'cat', confidence: 4 }],
    }
    await feedback.keepTicket(ticket)
    expect(await b.classifiers.feedback('o').ticket('t')).toEqual(ticket)
    await feedback.keepJudgements(ticket, [{ tag: 'Cat', verdict: 'right' }])
    await feedback.keepJudgements(ticket, [{ tag: 'cat', verdict: 'wrong' }])
    expect(await b.classifiers.feedback('o').entries('i', 'm')).toEqual([
      { tag: 'cat', verdict: 'wrong', modelId: 'm', vector: vector(1, 0) },
    ])
    await a.classifiers.removeOwner('o')
    expect(await b.classifiers.list('o')).toEqual([])
    expect(await b.classifiers.feedback('o').ticket('t')).toBeNull()
  })

  test(
    'entries are saved in one statement, numbered without gaps, and read as of one moment',
    { tags: 'night' },
    async () => {
      const sent: string[] = []
      const [{ indexes: a }, { indexes: b }] = await Promise.all([
        openNode({ onStatement: (text) => sent.push(text) }),
        openNode(),
      ])
      const key: IndexKey = { owner: 'o', kind: 'categories', categorizerId: 'c', indexId: 'i' }
      await a.entries.save(key, [entry('x', 1, 0), entry('y', 0, 1)], admit, 5)
      sent.length = 0
      await a.entries.save(key, [entry('z', 1, 1)], admit, 6)
      expect(sent).toHaveLength(1)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).entries.save(key, [entry(`n${n}`, n, 0)], admit, 6)),
      )
      const index = (await b.indexes.find(key))!
      expect(index).toMatchObject({ changes: 23, dimensions: 2, model: 'm', createdAt: 5 })
      expect(await b.indexes.counts(index.id)).toEqual({ entries: 23, pending: 23 })
      await expect(b.entries.save(key, [entry('bad', 1, 2, 3)], admit, 6)).rejects.toThrow('2 numbers')
      const reader = await b.read(index.id)
      await a.entries.remove(index.id, 'x')
      await a.entries.save(key, [entry('late', 1, 1)], admit, 7)
      const pages: ReadEntry[][] = []
      for await (const page of reader.pages(10)) pages.push(page)
      await reader.close()
      expect(pages.map((page) => page.length)).toEqual([10, 10, 3])
      expect(pages.flat().slice(0, 2)).toEqual([
        { entryId: 'x', vector: vector(1, 0) },
        { entryId: 'y', vector: vector(0, 1) },
      ])
      const trained = { snapshot: 's1', model: 'm', changes: reader.plan!.changes, entries: 23, at: 8 }
      expect(await b.indexes.switchTo(index.id, trained)).toEqual({ replaced: null })
      expect(await a.indexes.list('o')).toEqual([expect.objectContaining({ snapshot: 's1', entries: 23, pending: 2 })])
      expect(await a.indexes.snapshots()).toEqual([{ id: expect.any(Number), snapshot: 's1' }])
    },
  )

  test('an index that others emptied or created again accepts entries like a new one', { tags: 'night' }, async () => {
    const [{ indexes: a }, { indexes: b }] = await Promise.all([openNode(), openNode()])
    const key: IndexKey = { owner: 'p', kind: 'categories', categorizerId: 'c', indexId: 'i' }
    await a.entries.save(key, [entry('x', 1, 0)], admit, 5)
    const first = (await b.indexes.find(key))!
    await b.entries.remove(first.id, 'x')
    await a.entries.save(key, [entry('x', 1, 2, 3)], admit, 5)
    expect(await b.indexes.byId(first.id)).toMatchObject({ dimensions: 3 })
    expect(await b.indexes.remove(first.id)).toEqual({ snapshot: null })
    await a.entries.save(key, [entry('w', 1)], admit, 9)
    const second = (await b.indexes.find(key))!
    expect(second.id).not.toBe(first.id)
    expect(await a.entries.has(first.id, 'x')).toBe(false)
    while (await b.sweep());
    const move = { model: 'n', vectors: new Map([['w', { picture: 'of-w', vector: vector(4, 5) }]]) }
    await b.entries.save(key, [entry('v', 2)], admit, 9)
    expect(await a.entries.move(second.id, move)).toEqual([{ entryId: 'v', picture: 'of-v' }])
    await b.entries.remove(second.id, 'v')
    expect(await a.entries.move(second.id, move)).toEqual([])
    expect(await b.entries.vector(second.id, 'w')).toEqual(vector(4, 5))
    expect(await b.indexes.byId(second.id)).toMatchObject({ model: 'n', dimensions: 2 })
  })

  test('tickets', async () => {
    const [{ indexes: a }, { indexes: b }] = await Promise.all([openNode(), openNode()])
    const key: IndexKey = { owner: 'q', kind: 'colors', categorizerId: '', indexId: 'i' }
    for (const id of ['t1', 't2']) await a.tickets.add({ id, key, indexRow: 1, callbackUrl: null, at: 1 })
    expect(await b.tickets.take(1)).toEqual(['t1', 't2'])
    await b.tickets.setProgress(['t1'], 30)
    expect(await a.tickets.find('t1', 'q')).toMatchObject({ state: 'training', progress: 30 })
    await b.tickets.finish(['t1'], { state: 'trained', entries: 4, text: '', at: 5 })
    expect(await a.tickets.take(1)).toEqual(['t2'])
    expect(await a.tickets.find('t1', 'other')).toBeUndefined()
    await a.tickets.forgetBefore(6)
    expect(await a.tickets.find('t1', 'q')).toBeUndefined()
  })
})
