import { describe, expect, test } from 'vitest'
import type { ClassifierPlace, TitledClassifier } from '../../../src-main/service/ports/classifier-store.ts'
import { kinds, openStore } from './stores.ts'

const vector = (...values: number[]) => Float32Array.from(values)
const pictures = [1, 2].map((number) => ({ number, vector: vector(number, 0.5) }))
const boats: TitledClassifier = {
  id: 'boats',
  kind: 'tagger',
  title: 'Böats',
  version: 1,
  modelId: 'm',
  dimensions: 2,
  classes: [
    { name: 'z', bias: 0.25, weights: vector(0.5, -1), positives: [1], negatives: [2] },
    { name: 'a', bias: -1, weights: vector(1e-20, 3), positives: [2], negatives: [] },
  ],
  createdMs: 3,
  updatedMs: 4,
}
const next = ({ present }: ClassifierPlace) => ({ ...boats, version: (present?.version ?? 0) + 1 })

describe.each(kinds)('$name: classifiers', (kind) => {
  test('are loaded as they were saved, and belong to one account', async () => {
    const { classifiers } = (await openStore(kind)).store
    expect(await classifiers.place('a', 'boats')).toEqual({ present: null, others: { classifiers: 0, pictures: 0 } })
    expect(await classifiers.save('a', 'boats', pictures, () => boats)).toEqual(boats)
    expect(await classifiers.find('a', 'boats')).toEqual(boats)
    expect(await classifiers.list('a')).toEqual([boats])
    expect([await classifiers.find('b', 'boats'), await classifiers.list('b')]).toEqual([null, []])
    expect(await classifiers.place('a', 'cars')).toEqual({ present: null, others: { classifiers: 1, pictures: 2 } })
    expect(await classifiers.place('a', 'boats')).toEqual({ present: boats, others: { classifiers: 0, pictures: 0 } })
  })

  test('are replaced completely, or not at all if refused', async () => {
    const { classifiers } = (await openStore(kind)).store
    await classifiers.save('a', 'boats', pictures, next)
    const smaller = (place: ClassifierPlace) => ({ ...next(place), classes: boats.classes.slice(1) })
    expect(await classifiers.save('a', 'boats', pictures.slice(1), smaller)).toMatchObject({ version: 2 })
    const refuse = () => {
      throw new Error('too many')
    }
    await expect(classifiers.save('a', 'boats', pictures, refuse)).rejects.toThrow('too many')
    const kept = await classifiers.find('a', 'boats')
    expect(kept).toEqual({ ...boats, version: 2, classes: boats.classes.slice(1) })
    expect((await classifiers.place('a', 'x')).others.pictures).toBe(1)
  })

  test(
    'saved at the same moment follow one another, so that no version is used twice and no limit exceeded',
    { tags: 'night' },
    async () => {
      const { store, another } = await openStore(kind)
      const other = await another()
      const save = (n: number, id: string, admit: (place: ClassifierPlace) => TitledClassifier) =>
        (n % 2 ? store : other).classifiers.save('a', id, pictures, admit)
      const versions = await Promise.all(Array.from({ length: 6 }, (_, n) => save(n, 'boats', next)))
      expect(versions.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6])
      const few = (id: string) => (place: ClassifierPlace) => {
        if (place.others.classifiers >= 3) throw new Error('three are enough')
        return { ...boats, id }
      }
      const saved = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => save(n, `id-${n}`, few(`id-${n}`))))
      expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    },
  )

  test('are removed if the kind matches, and all with their account', async () => {
    const { classifiers } = (await openStore(kind)).store
    for (const owner of ['a', 'b']) await classifiers.save(owner, 'boats', pictures, next)
    expect(await classifiers.remove('a', 'boats', 'categorizer')).toBe(false)
    expect(await classifiers.remove('a', 'boats', 'tagger')).toBe(true)
    expect(await classifiers.remove('a', 'boats')).toBe(false)
    expect((await classifiers.place('a', 'x')).others).toEqual({ classifiers: 0, pictures: 0 })
    await classifiers.removeOwner('b')
    expect(await classifiers.list('b')).toEqual([])
  })
})

describe.each(kinds)('$name: feedback', (kind) => {
  const ticket = (id: string, atMs = 9) => ({
    id,
    index: 'mine',
    atMs,
    embedding: { modelId: 'm', vector: vector(1, 0) },
    tags: [{ name: 'dog', confidence: 4.5 }],
  })

  test('is given on a ticket of the account, and ends with it', async () => {
    const { classifiers } = (await openStore(kind)).store
    const [mine, theirs] = [classifiers.feedback('a'), classifiers.feedback('b')]
    await mine.keepTicket(ticket('t'))
    expect(await mine.ticket('t')).toEqual(ticket('t'))
    expect([await mine.ticket('other'), await theirs.ticket('t')]).toEqual([null, null])
    await mine.dropTickets(9)
    expect(await mine.ticket('t')).not.toBeNull()
    await mine.dropTickets(10)
    expect(await mine.ticket('t')).toBeNull()
  })

  test('on a picture is kept once for each tag, in order, and is deleted with its account', async () => {
    const { classifiers } = (await openStore(kind)).store
    const [mine, theirs] = [classifiers.feedback('a'), classifiers.feedback('b')]
    const cat = { ...ticket('u'), embedding: { modelId: 'm', vector: vector(0, 1) } }
    await mine.keepJudgements(ticket('t'), [
      { tag: 'Dog', verdict: 'right' },
      { tag: 'cat', verdict: 'wrong' },
    ])
    await mine.keepJudgements(cat, [{ tag: 'Cat', verdict: 'added' }])
    await mine.keepJudgements(ticket('t'), [{ tag: 'dog', verdict: 'wrong' }])
    const answers = [
      { tag: 'cat', verdict: 'wrong', modelId: 'm', vector: vector(1, 0) },
      { tag: 'dog', verdict: 'wrong', modelId: 'm', vector: vector(1, 0) },
      { tag: 'Cat', verdict: 'added', modelId: 'm', vector: vector(0, 1) },
    ]
    expect(await mine.entries('mine', 'm')).toEqual(answers)
    expect([await mine.entries('mine', 'other'), await mine.entries('else', 'm')]).toEqual([[], []])
    expect(await theirs.entries('mine', 'm')).toEqual([])
    await classifiers.removeOwner('b')
    expect(await mine.entries('mine', 'm')).toEqual(answers)
    await classifiers.removeOwner('a')
    expect(await mine.entries('mine', 'm')).toEqual([])
  })
})
