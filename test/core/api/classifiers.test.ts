import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/events.ts'
import { createCore, type Core } from '../../../src-main/core/core.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../core/fake-engine.ts'

const { member } = createClusters()
const COUNT = 48
let dir: string
let core: Core
let model = 'model-a'

/** Real pictures whose embedding says which of four subjects they show: `2-17.jpg` is a photo of subject 2. */
function createSubjectEngine() {
  const engine = createFakeEngine()
  const analyse = engine.analyse.bind(engine)
  engine.info = () => ({ name: 'fake', tasks: [{ task: 'embedding', modelId: model, note: '' }], isComplete: true })
  engine.analyse = async (request) => {
    const outcome = await analyse(request)
    const [, subject, number] = /(\d+)-(\d+)\.jpg$/.exec(request.path) ?? []
    return outcome.ok
      ? {
          ...outcome,
          findings: {
            ...outcome.findings,
            embedding: { modelId: model, vector: member(Number(subject), Number(number)) },
          },
        }
      : outcome
  }
  return engine
}

async function openLibrary() {
  const quiet = () => undefined
  const engine = createSubjectEngine()
  engine.fingerprint = model
  core = await createCore(
    {
      libraryDir: join(dir, 'library'),
      resourcesDir,
      modelsDir: join(dir, 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'test',
      watch: false,
    },
    { createLocal: () => engine },
  )
}
const idsOf = async (subject: number) =>
  (await core.library.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 500 })).tiles
    .filter((tile) => tile.name.startsWith(`${subject}-`))
    .map((tile) => tile.id)

beforeEach(async () => {
  model = 'model-a'
  dir = makeTempFolder('classifiers')
  for (const n of upTo(COUNT)) await drawPhoto(join(dir, 'photos', `${n % 4}-${n}.jpg`), { seed: n + 1, width: 64 })
  await openLibrary()
  await core.hostCalls.addFolder({ path: join(dir, 'photos') })
  await core.hostCalls.waitUntilIdle()
})
afterEach(async () => {
  await core.close()
  removeFolder(dir)
})

test('a tag trained from a few photos is found on the others, reported by events, and removed again', async () => {
  const boats = await idsOf(2)
  const given = boats.slice(0, 5)
  await core.library.photos.addTag({ ids: given, name: 'My Boat' })
  const events = await core.library.library.events()
  const trained = await core.library.classifiers.train({ name: 'My Boat', positives: given })
  expect(trained).toMatchObject({
    id: 'my-boat',
    version: 1,
    classes: [{ name: 'My Boat', positives: 5, negatives: 0 }],
    applying: { done: 0, total: COUNT },
    problem: '',
  })
  const reported = await nextEvent(
    events,
    (event) => event.type === 'classifiers.changed' && event.classifiers[0]?.applying === null,
  )
  const found = await core.library.photos.ids({ filter: { tags: ['my boat'] } })
  expect(found.length).toBeGreaterThan(given.length + 3)
  expect(found.every((id) => boats.includes(id))).toBe(true)
  expect(reported).toMatchObject({ classifiers: [{ id: 'my-boat', photos: found.length }] })
  const other = found.find((id) => !given.includes(id))!
  expect((await core.library.photos.get({ id: other })).tags).toContainEqual(
    expect.objectContaining({ name: 'My Boat', source: 'learned' }),
  )
  expect((await core.library.photos.get({ id: given[0]! })).tags).toContainEqual(
    expect.objectContaining({ name: 'My Boat', source: 'person' }),
  )
  await core.library.classifiers.remove({ id: 'my-boat' })
  expect(await core.library.classifiers.list()).toEqual([])
  expect((await core.library.photos.ids({ filter: { tags: ['My Boat'] } })).sort()).toEqual([...given].sort())
})

test('a removed classifier comes back whole with an undo, and its tags with it; what was trained goes with one', async () => {
  const boats = await idsOf(2)
  const { id } = await core.library.classifiers.train({ name: 'Boat', positives: boats.slice(0, 5) })
  await core.library.classifiers.addExamples({ id, positives: boats.slice(5, 7) })
  await core.hostCalls.waitUntilIdle()
  const [trained] = await core.library.classifiers.list()
  const found = await core.library.photos.ids({ filter: { tags: ['Boat'] } })
  await core.library.classifiers.remove({ id })
  expect(await core.library.photos.ids({ filter: { tags: ['Boat'] } })).toEqual([])

  expect(await core.library.history.undo({})).toMatchObject({ sentence: expect.stringContaining('"Boat"') as string })
  await core.hostCalls.waitUntilIdle()
  expect(await core.library.classifiers.list()).toEqual([trained])
  expect(await core.library.photos.ids({ filter: { tags: ['Boat'] } })).toEqual(found)

  await core.library.history.undo({})
  expect((await core.library.classifiers.list())[0]).toMatchObject({ version: 1, classes: [{ positives: 5 }] })
  await core.library.history.undo({})
  expect(await core.library.classifiers.list()).toEqual([])
  expect(await core.library.photos.ids({ filter: { tags: ['Boat'] } })).toEqual([])
  expect((await core.library.history.list({})).map(({ sentence }) => sentence)).toEqual([
    'Removed the custom classifier "Boat"',
    'Trained the custom classifier "Boat" again',
    'Trained the custom classifier "Boat"',
  ])
})

test('a photo that comes later is tagged as it is analysed', async () => {
  await core.library.classifiers.train({ name: 'Boat', positives: (await idsOf(2)).slice(0, 6) })
  await core.hostCalls.waitUntilIdle()
  await drawPhoto(join(dir, 'photos', '2-900.jpg'), { seed: 900, width: 64 })
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
  const [late] = (await core.library.photos.list({ filter: { text: '2-900' } })).tiles
  expect((await core.library.photos.get({ id: late!.id })).tags).toContainEqual(
    expect.objectContaining({ name: 'Boat', source: 'learned' }),
  )
})

test('a photo the tag was taken off becomes a counter-example when it is trained again', async () => {
  const boats = await idsOf(2)
  const { id } = await core.library.classifiers.train({ name: 'Boat', positives: boats.slice(0, 4) })
  await core.hostCalls.waitUntilIdle()
  expect(await core.library.classifiers.retrain({ id })).toMatchObject({ version: 1 })
  const wrong = (await core.library.photos.ids({ filter: { tags: ['Boat'] } })).find(
    (each) => !boats.slice(0, 4).includes(each),
  )!
  await core.library.photos.removeTag({ ids: [wrong], name: 'Boat' })
  expect(await core.library.classifiers.retrain({ id })).toMatchObject({
    version: 2,
    classes: [{ positives: 4, negatives: 1 }],
  })
  expect(await core.library.classifiers.retrain({ id })).toMatchObject({ version: 2 })
  const more = await core.library.classifiers.addExamples({
    id,
    positives: boats.slice(4, 6),
    negatives: (await idsOf(1)).slice(0, 2),
  })
  expect(more).toMatchObject({ version: 3, classes: [{ positives: 6, negatives: 3 }] })
})

test('with another model a classifier is trained again by itself once the photos are analysed', async () => {
  const { id } = await core.library.classifiers.train({ name: 'Boat', positives: (await idsOf(2)).slice(0, 6) })
  await core.hostCalls.waitUntilIdle()
  const before = await core.library.photos.ids({ filter: { tags: ['Boat'] } })
  await core.close()
  model = 'model-b'
  await openLibrary()
  expect((await core.library.classifiers.list())[0]).toMatchObject({ id, modelId: 'model-a', version: 1 })
  await core.hostCalls.waitUntilIdle()
  expect((await core.library.classifiers.list())[0]).toMatchObject({
    id,
    modelId: 'model-b',
    version: 2,
    applying: null,
    problem: '',
  })
  expect(await core.library.photos.ids({ filter: { tags: ['Boat'] } })).toEqual(before)
})

test('what cannot be trained says why', async () => {
  const [first] = await idsOf(2)
  await expect(core.library.classifiers.train({ name: '  ', positives: [first!] })).rejects.toMatchObject({
    code: 'bad-params',
  })
  await expect(core.library.classifiers.train({ name: 'Boat', positives: [] })).rejects.toMatchObject({
    code: 'bad-params',
  })
  await expect(
    core.library.classifiers.train({ name: 'Boat', positives: [first!], negatives: [first!] }),
  ).rejects.toMatchObject({ code: 'bad-params', message: expect.stringContaining('both') as string })
  await expect(core.library.classifiers.retrain({ id: 'none' })).rejects.toMatchObject({
    code: 'tagger-not-found',
    status: 404,
  })
  await expect(core.library.classifiers.remove({ id: 'none' })).rejects.toMatchObject({ code: 'tagger-not-found' })
  await core.library.classifiers.train({ name: 'Boat', positives: [first!] })
  await expect(core.library.classifiers.train({ name: 'boat', positives: [first!] })).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringContaining('taught') as string,
  })
  await expect(core.library.classifiers.addExamples({ id: 'boat' })).rejects.toMatchObject({ code: 'bad-params' })
})

async function nextEvent(
  events: AsyncIterator<LibraryEvent>,
  holds: (event: LibraryEvent) => boolean,
): Promise<LibraryEvent> {
  for (;;) {
    const { value, done } = await events.next()
    if (done === true) throw new Error('The stream of events ended too early.')
    if (holds(value)) return value
  }
}
