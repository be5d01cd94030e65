import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../../fixtures/reads.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LibraryEvent } from '../../../../src-main/contract/library/library-event.ts'
import { createLibrary, type OpenLibrary } from '../../../../src-main/library/library.ts'
import { putEmptyLibrary } from '../../../fixtures/catalog-template.ts'
import { upTo } from '../../../fixtures/clusters.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../../fixtures/folders.ts'
import { drawPhoto } from '../../../fixtures/pictures.ts'
import { createSubjectEngine } from '../subject-library.ts'

const COUNT = 48
let dir: string
let library: OpenLibrary
let model = 'model-a'

async function openLibrary() {
  const quiet = () => undefined
  const engine = createSubjectEngine(() => model)
  engine.fingerprint = model
  putEmptyLibrary(join(dir, 'library'))
  library = await createLibrary(
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
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 500 })).tiles
    .filter((tile) => tile.name.startsWith(`${subject}-`))
    .map((tile) => tile.id)

beforeEach(async () => {
  model = 'model-a'
  dir = makeTempFolder('classifiers')
  for (const n of upTo(COUNT)) await drawPhoto(join(dir, 'photos', `${n % 4}-${n}.jpg`), { seed: n + 1, width: 64 })
  await openLibrary()
  await library.hostCalls.addFolder({ path: join(dir, 'photos') })
  await library.hostCalls.waitUntilIdle()
})
afterEach(async () => {
  await library.close()
  removeFolder(dir)
})

test(
  'a tag learned from a few photos is suggested for others and reported by events, but never applied by itself',
  { tags: 'night' },
  async () => {
    const boats = await idsOf(2)
    const given = boats.slice(0, 5)
    await library.calls.photos.addTag({ ids: given, name: 'My Boat' })
    const events = await library.calls.library.events()
    const trained = await library.calls.classifiers.train({ name: 'My Boat', positives: given })
    expect(trained).toMatchObject({
      id: 'my-boat',
      version: 1,
      classes: [{ name: 'My Boat', positives: 5, negatives: 0 }],
      applying: { done: 0, total: COUNT },
      problem: null,
      certainty: 65,
    })
    await nextEvent(events, (event) => event.type === 'classifiers.changed' && event.classifiers[0]?.applying === null)
    await drawPhoto(join(dir, 'photos', '2-900.jpg'), { seed: 900, width: 64 })
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
    expect((await library.calls.photos.ids({ filter: { tags: ['my boat'] } })).sort()).toEqual([...given].sort())
    const { total, suggestions } = await library.calls.classifiers.suggestions({
      id: 'my-boat',
      atLeast: 20, // five examples promise little
      limit: 100,
    })
    expect(total).toBeGreaterThan(3)
    const photos = suggestions.map(({ photo }) => photo)
    expect(photos.every(({ name, id }) => name.startsWith('2-') && !given.includes(id))).toBe(true)
    expect((await library.calls.photos.get({ id: photos[0]!.id })).tags.map(({ name }) => name)).not.toContain(
      'My Boat',
    )
    await library.calls.classifiers.remove({ id: 'my-boat' })
    expect(await library.calls.classifiers.list()).toEqual([])
    expect((await library.calls.photos.ids({ filter: { tags: ['My Boat'] } })).sort()).toEqual([...given].sort())
  },
)

const waitingFor = async (id: string) => (await library.calls.classifiers.suggestions({ id, limit: 500 })).suggestions
const idsWaiting = async (id: string) => (await waitingFor(id)).map(({ photo }) => photo.id)
const photosWith = async (tag: string) => (await library.calls.photos.ids({ filter: { tags: [tag] } })).sort()

test(
  'undo restores a removed classifier with its suggestions; undoing its training removes it',
  { tags: 'night' },
  async () => {
    const boats = await idsOf(2)
    const { id } = await library.calls.classifiers.train({ name: 'Boat', positives: boats.slice(0, 5) })
    await library.calls.classifiers.addExamples({ id, positives: boats.slice(5, 7) })
    await library.hostCalls.waitUntilIdle()
    const [trained] = await library.calls.classifiers.list()
    const found = await waitingFor(id)
    expect(found.length).toBeGreaterThan(3)
    await library.calls.classifiers.remove({ id })
    await expect(library.calls.classifiers.suggestions({ id })).rejects.toMatchObject({ code: 'tagger-not-found' })

    expect(await library.calls.history.undo({})).toMatchObject({ sentence: reads(/"Boat"/) })
    await library.hostCalls.waitUntilIdle()
    expect(await library.calls.classifiers.list()).toEqual([trained])
    expect(await waitingFor(id)).toEqual(found)

    await library.calls.history.undo({})
    expect((await library.calls.classifiers.list())[0]).toMatchObject({ version: 1, classes: [{ positives: 5 }] })
    await library.calls.history.undo({})
    expect(await library.calls.classifiers.list()).toEqual([])
    expect(await photosWith('Boat')).toEqual([])
    expect((await library.calls.history.list({})).map(({ sentence }) => inEnglish(sentence))).toEqual([
      'Removed the custom classifier "Boat"',
      'Trained the custom classifier "Boat" again',
      'Trained the custom classifier "Boat"',
    ])
  },
)

test(
  'the most doubtful suggestion comes first; yes applies the tag, no is remembered, and undo reverts both',
  { tags: 'night' },
  async () => {
    const boats = await idsOf(2)
    const { id } = await library.calls.classifiers.train({ name: 'Boat', positives: boats.slice(0, 4) })
    await library.hostCalls.waitUntilIdle()
    const before = await waitingFor(id)
    const doubts = before.map(({ confidence }) => Math.abs(confidence - 50))
    expect(doubts).toEqual(doubts.toSorted((a, b) => a - b))
    const [yes, no] = before.map(({ photo }) => photo.id)
    const judge = (photo: number, verdict: 'accepted' | 'rejected') =>
      library.calls.keywords.judge({ ids: [photo], name: 'Boat', verdict })
    expect(await judge(yes!, 'accepted')).toMatchObject({
      sentence: reads('Accepted the suggestion “Boat” for 1 photo'),
    })
    await judge(no!, 'rejected')
    expect(await photosWith('Boat')).toEqual([yes])
    expect(await idsWaiting(id)).toEqual(before.slice(2).map(({ photo }) => photo.id))
    expect(await library.calls.classifiers.answers()).toEqual([{ name: 'Boat', accepted: 1, rejected: 1 }])

    await library.calls.history.undo({})
    expect(await idsWaiting(id)).toContain(no)
    await library.calls.history.undo({})
    expect(await photosWith('Boat')).toEqual([])
    expect(await waitingFor(id)).toEqual(before)
    await library.calls.history.redo({})
    await library.calls.history.redo({})

    expect(await library.calls.classifiers.retrain({ id })).toMatchObject({
      version: 2,
      classes: [{ positives: 5, negatives: 1 }],
    })
    await library.hostCalls.waitUntilIdle()
    expect(await idsWaiting(id)).not.toContain(no)
    expect(await library.calls.classifiers.retrain({ id })).toMatchObject({ version: 2 })
  },
)

test('accepting all above a certainty is one change and accepts nothing else', { tags: 'night' }, async () => {
  const boats = await idsOf(2)
  const { id } = await library.calls.classifiers.train({ name: 'Boat', positives: boats.slice(0, 5) })
  await library.hostCalls.waitUntilIdle()
  const waiting = await waitingFor(id)
  const counts = await library.calls.classifiers.certainties({ id })
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(waiting.length)
  const surest = waiting.toSorted((a, b) => b.confidence - a.confidence).slice(0, 3)
  const border = Math.floor(surest[2]!.confidence)
  const above = waiting.filter(({ confidence }) => confidence >= border).map(({ photo }) => photo.id)
  expect(above.length).toBeLessThan(waiting.length)
  expect(await library.calls.classifiers.setCertainty({ id, certainty: border })).toMatchObject({ certainty: border })
  expect(await library.calls.classifiers.waiting()).toEqual([
    { id, waiting: waiting.length, sure: above.length, fresh: 0 },
  ])
  expect(counts.slice(border).reduce((sum, count) => sum + count, 0)).toBe(above.length)
  expect(await photosWith('Boat')).toEqual([])

  await library.calls.classifiers.acceptAbove({ id, certainty: border })
  expect(await photosWith('Boat')).toEqual(above.toSorted())
  const [given] = await photosWith('Boat')
  expect((await library.calls.photos.get({ id: given! })).tags).toContainEqual(
    expect.objectContaining({ name: 'Boat', source: 'person' }),
  )
  await library.calls.history.undo({})
  expect(await photosWith('Boat')).toEqual([])
  await library.calls.classifiers.remove({ id })
  await library.calls.history.undo({})
  expect((await library.calls.classifiers.list())[0]).toMatchObject({ certainty: border })
})

test('a suggestion for a later photo waits in the inbox until it is answered or seen', { tags: 'night' }, async () => {
  const { id } = await library.calls.classifiers.train({ name: 'Boat', positives: (await idsOf(2)).slice(0, 6) })
  await library.hostCalls.waitUntilIdle()
  await library.calls.classifiers.setCertainty({ id, certainty: 20 })
  const events = await library.calls.library.events()
  for (const name of ['2-900', '2-901', '1-902'])
    await drawPhoto(join(dir, 'photos', `${name}.jpg`), { seed: Number(name.slice(2)), width: 64 })
  await library.calls.folders.rescan({})
  await nextEvent(events, (event) => event.type === 'suggestions.changed')
  await library.hostCalls.waitUntilIdle()
  const fresh = async () => (await library.calls.classifiers.suggestions({ id, isFresh: true })).suggestions
  const names = async () => (await fresh()).map(({ photo }) => photo.name).toSorted()
  expect(await names()).toEqual(['2-900.jpg', '2-901.jpg'])
  expect((await library.calls.classifiers.waiting())[0]).toMatchObject({ fresh: 2 })
  const [late] = await fresh()
  expect((await library.calls.photos.get({ id: late!.photo.id })).tags.map(({ name }) => name)).not.toContain('Boat')
  await library.calls.keywords.judge({ ids: [late!.photo.id], name: 'Boat', verdict: 'accepted' })
  expect((await fresh()).length).toBe(1)
  const waiting = await idsWaiting(id)
  await library.calls.classifiers.markSeen({ id })
  expect(await fresh()).toEqual([])
  expect(await idsWaiting(id)).toEqual(waiting)
})

test(
  'tags that a photo has, lost or is an example of are not suggested; the others are among its keyword suggestions',
  { tags: 'night' },
  async () => {
    const boats = await idsOf(2)
    const { id } = await library.calls.classifiers.train({
      name: 'Boat',
      positives: boats.slice(0, 4),
      negatives: (await idsOf(1)).slice(0, 2),
    })
    await library.hostCalls.waitUntilIdle()
    const [given, off] = (await idsWaiting(id)).toReversed()
    expect(await idsWaiting(id)).not.toContain(boats[0])
    await library.calls.photos.addTag({ ids: [given!, off!], name: 'boat' })
    await library.calls.photos.removeTag({ ids: [off!], name: 'boat' })
    const left = await idsWaiting(id)
    for (const each of [given, off]) expect(left).not.toContain(each)
    expect((await library.calls.keywords.suggest({ ids: [left[0]!] })).map(({ name }) => name)).toContain('Boat')
  },
)

test('a categorizer suggests its likeliest category, and learns from accepted ones', async () => {
  const categories = [
    { name: 'Sea', positives: (await idsOf(0)).slice(0, 4) },
    { name: 'Alps', positives: (await idsOf(1)).slice(0, 4) },
  ]
  const { id } = await library.calls.classifiers.trainCategorizer({ name: 'Trips', categories })
  expect(id).toBe('trips')
  await library.hostCalls.waitUntilIdle()
  const waiting = await waitingFor(id)
  expect(new Set(waiting.map(({ photo }) => photo.id)).size).toBe(waiting.length)
  const sea = waiting.filter(({ photo }) => photo.name.startsWith('0-'))
  expect(sea.map(({ name }) => name)).toEqual(sea.map(() => 'Sea'))
  expect(await photosWith('Sea')).toEqual([])
  const only = await library.calls.classifiers.suggestions({ id, name: 'Sea', order: 'surest', limit: 1 })
  const photo = only.suggestions[0]!.photo.id
  await library.calls.photos.addTag({ ids: [photo], name: 'Alps' })
  expect(await idsWaiting(id)).not.toContain(photo)
  const [next] = await waitingFor(id)
  await library.calls.keywords.judge({ ids: [next!.photo.id], name: next!.name, verdict: 'accepted' })
  const again = await library.calls.classifiers.retrain({ id })
  expect(again.classes.reduce((sum, { positives }) => sum + positives, 0)).toBe(9)
})

test(
  'after a change of model, a classifier is trained again once the photos are analysed',
  { tags: 'night' },
  async () => {
    const { id } = await library.calls.classifiers.train({ name: 'Boat', positives: (await idsOf(2)).slice(0, 6) })
    await library.hostCalls.waitUntilIdle()
    const before = await idsWaiting(id)
    await library.close()
    model = 'model-b'
    await openLibrary()
    expect((await library.calls.classifiers.list())[0]).toMatchObject({ id, modelId: 'model-a', version: 1 })
    await library.hostCalls.waitUntilIdle()
    expect((await library.calls.classifiers.list())[0]).toMatchObject({
      id,
      modelId: 'model-b',
      version: 2,
      applying: null,
      problem: null,
    })
    expect((await idsWaiting(id)).toSorted()).toEqual(before.toSorted())
  },
)

test('a failed training gives its reason', { tags: 'night' }, async () => {
  const [first] = await idsOf(2)
  await expect(library.calls.classifiers.train({ name: '  ', positives: [first!] })).rejects.toMatchObject({
    code: 'bad-params',
  })
  await expect(library.calls.classifiers.train({ name: 'Boat', positives: [] })).rejects.toMatchObject({
    code: 'bad-params',
  })
  await expect(
    library.calls.classifiers.train({ name: 'Boat', positives: [first!], negatives: [first!] }),
  ).rejects.toMatchObject({ code: 'bad-params', message: expect.stringContaining('both') as string })
  await expect(library.calls.classifiers.retrain({ id: 'none' })).rejects.toMatchObject({
    code: 'tagger-not-found',
    status: 404,
  })
  await expect(library.calls.classifiers.remove({ id: 'none' })).rejects.toMatchObject({ code: 'tagger-not-found' })
  await library.calls.classifiers.train({ name: 'Boat', positives: [first!] })
  await expect(library.calls.classifiers.train({ name: 'boat', positives: [first!] })).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringContaining('taught') as string,
  })
  await expect(library.calls.classifiers.addExamples({ id: 'boat' })).rejects.toMatchObject({ code: 'bad-params' })
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
