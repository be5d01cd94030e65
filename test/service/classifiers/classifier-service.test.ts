import { expect, test } from 'vitest'
import type { PictureTrainingRequest } from '../../../src-main/service/classifiers/training-request.ts'
import { openClassifiers, picture, pictures } from './open-classifiers.ts'

const boats: PictureTrainingRequest = {
  id: 'boats',
  kind: 'tagger',
  classes: [{ name: 'My boat', positives: pictures(0, 1, 6), negatives: pictures(1, 1, 12) }],
}
const rooms: PictureTrainingRequest = {
  id: 'rooms',
  kind: 'categorizer',
  title: 'Rooms',
  classes: [
    { name: 'kitchen', positives: pictures(0, 1, 5) },
    { name: 'garden', positives: pictures(1, 1, 5) },
  ],
}

test('a tagger is trained with pictures and recognises others, even after a restart', async () => {
  const { classifiers, folder, close } = openClassifiers()
  const trained = await classifiers.train('a', boats)
  expect(trained).toEqual({
    id: 'boats',
    kind: 'tagger',
    title: 'boats',
    version: 1,
    modelId: 'model',
    classes: [{ name: 'My boat', positives: 6, negatives: 12 }],
    createdMs: 1_000_000_000,
    updatedMs: 1_000_000_000,
    note: expect.stringContaining('model'),
  })
  await close()
  const { taggers } = openClassifiers(folder).classifiers.portsOf('a')
  expect(await taggers.modelOf('boats')).toBe('model')
  expect(await taggers.tag('boats', picture(0, 30))).toEqual([
    { name: 'My boat', confidence: expect.toSatisfy((value: number) => value > 50 && value <= 100) },
  ])
  const others = await taggers.tag('boats', picture(1, 30))
  expect(others[0]?.confidence ?? 0).toBeLessThan(20)
})

test('a categorizer is listed with its labels and rates all of them, summing to 100', async () => {
  const { classifiers } = openClassifiers()
  await classifiers.train('a', rooms)
  const { categorizers, taggers } = classifiers.portsOf('a')
  expect(await categorizers.list()).toEqual([{ id: 'rooms', title: 'Rooms', labels: ['kitchen', 'garden'] }])
  expect(await taggers.modelOf('rooms')).toBeNull()
  const rated = await categorizers.rate('rooms', picture(1, 40))
  expect(rated.map(({ name }) => name)).toEqual(['garden', 'kitchen'])
  expect(rated.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(100, 3)
})

test('a classifier trained again is replaced, as the next version', async () => {
  const { classifiers, clock } = openClassifiers()
  await classifiers.train('a', boats)
  const before = await classifiers.portsOf('a').taggers.tag('boats', picture(0, 30))
  clock.now += 5000
  expect(await classifiers.portsOf('a').taggers.tag('boats', picture(0, 30))).toEqual(before)
  expect(
    await classifiers.train('a', {
      ...boats,
      title: 'Boats',
      classes: [{ name: 'Ship', positives: pictures(1, 1, 3), negatives: pictures(0, 1, 9) }],
    }),
  ).toMatchObject({ version: 2, title: 'Boats', createdMs: 1_000_000_000, updatedMs: 1_000_005_000 })
  expect((await classifiers.portsOf('a').taggers.tag('boats', picture(1, 30)))[0]?.name).toBe('Ship')
  expect(await classifiers.list('a')).toHaveLength(1)
})

test('accounts never see each other, and may use the same id', async () => {
  const { classifiers } = openClassifiers()
  await classifiers.train('a', boats)
  await classifiers.train('a', rooms)
  await classifiers.train('b', { ...rooms, id: 'boats' })
  expect((await classifiers.list('a')).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'boats tagger',
    'rooms categorizer',
  ])
  expect((await classifiers.list('b')).map(({ id, kind }) => `${id} ${kind}`)).toEqual(['boats categorizer'])
  expect(await classifiers.portsOf('b').taggers.modelOf('boats')).toBeNull()
  await expect(classifiers.get('c', 'boats')).rejects.toThrow(expect.objectContaining({ code: 'tagger-not-found' }))
  await expect(classifiers.get('b', 'boats', 'tagger')).rejects.toThrow(
    expect.objectContaining({ code: 'tagger-not-found' }),
  )
  await expect(classifiers.remove('b', 'rooms')).rejects.toThrow('"rooms"')
  await classifiers.remove('b', 'boats')
  expect((await classifiers.get('a', 'boats', 'tagger')).classes).toHaveLength(1)
  await classifiers.removeOwner('a')
  expect(await classifiers.list('a')).toEqual([])
})

test.each<[string, PictureTrainingRequest, string]>([
  ['an id that is none', { ...boats, id: 'My Boats' }, 'id must have 1 to 64 lower-case letters'],
  ['an id of the program', { ...rooms, id: 'general_v3' }, '"general_v3" is a categorizer that comes with the program'],
  ['no class', { ...boats, classes: [] }, 'classes must hold at least one class.'],
  [
    'a class without a name',
    { ...boats, classes: [{ name: ' ', positives: pictures(0, 1, 2) }] },
    'classes[0].name must not be empty.',
  ],
  ['a class without pictures', { ...boats, classes: [{ name: 'x', positives: [] }] }, 'classes[0].positives is empty'],
  [
    'a class twice',
    { ...boats, classes: [boats.classes[0]!, { name: 'MY BOAT', positives: pictures(0, 1, 2) }] },
    '"MY BOAT" is listed twice',
  ],
  [
    'a picture on both sides',
    { ...boats, classes: [{ name: 'x', positives: pictures(0, 1, 2), negatives: pictures(0, 2, 2) }] },
    'classes[0].negatives holds a picture that is also in its positives',
  ],
  ['one category', { ...rooms, classes: rooms.classes.slice(0, 1) }, 'at least two categories'],
  [
    'too many pictures',
    { ...boats, classes: [{ name: 'x', positives: pictures(0, 1, 501) }] },
    'classes holds 501 pictures; at most 500',
  ],
  [
    'pictures of two models',
    { ...boats, classes: [{ name: 'x', positives: [picture(0, 1), picture(0, 2, 'newer')] }] },
    'different models: model (',
  ],
  [
    'one picture and a model without statistics',
    { ...boats, classes: [{ name: 'x', positives: [picture(0, 1)] }] },
    'add negatives to compare with.',
  ],
])('%s is refused and leaves nothing', async (_what, request, message) => {
  const { classifiers } = openClassifiers()
  await expect(classifiers.train('a', request)).rejects.toThrow(
    expect.objectContaining({ code: 'bad-params', message: expect.stringContaining(message) }),
  )
  expect(await classifiers.list('a')).toEqual([])
})

test("a tagger cannot become a categorizer, nor judge another model's embeddings", async () => {
  const { classifiers } = openClassifiers()
  await classifiers.train('a', boats)
  await expect(classifiers.train('a', { ...rooms, id: 'boats' })).rejects.toThrow(
    'id is "boats", which is a tagger already',
  )
  await expect(classifiers.portsOf('a').taggers.tag('boats', picture(0, 1, 'newer'))).rejects.toThrow(
    expect.objectContaining({ code: 'not-supported-here', message: expect.stringContaining('Try again') }),
  )
})

test('a tagger whose model has no statistics of ordinary pictures says so, a categorizer needs none', async () => {
  const { classifiers } = openClassifiers()
  const unknown = await classifiers.train('a', {
    id: 'own',
    kind: 'tagger',
    classes: [{ name: 'x', positives: pictures(0, 1, 4) }],
  })
  expect(unknown.note).toContain('ordinary pictures as the model model sees them')
  expect((await classifiers.get('a', 'own')).note).toBe(unknown.note)
  const categorizer = await classifiers.train('a', {
    id: 'two',
    kind: 'categorizer',
    classes: [
      { name: 'x', positives: pictures(0, 1, 3) },
      { name: 'y', positives: pictures(1, 1, 3) },
    ],
  })
  expect(categorizer.note).toBeUndefined()
  const known = pictures(0, 1, 4).map(({ vector }) => ({
    modelId: 'centernet',
    vector: Float32Array.from({ length: 480 }, (_, j) => vector[j % vector.length]!),
  }))
  expect(
    (await classifiers.train('a', { id: 'bundled', kind: 'tagger', classes: [{ name: 'x', positives: known }] })).note,
  ).toBeUndefined()
})

test('a training ends with its request, even while it waits for its turn, and leaves nothing', async () => {
  const { classifiers } = openClassifiers()
  const request = new AbortController()
  const trainings = ['one', 'two', 'three'].map((id) => classifiers.train('a', { ...boats, id }, request.signal))
  request.abort(new Error('the client left'))
  for (const training of trainings) await expect(training).rejects.toThrow('the client left')
  expect(await classifiers.list('a')).toEqual([])
})
