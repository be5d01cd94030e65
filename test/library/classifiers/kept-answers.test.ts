import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

const ID = 'boat'
const judge = ({ calls }: OpenLibrary, photo: number, verdict: 'accepted' | 'rejected') =>
  calls.keywords.judge({ ids: [photo], name: 'Boat', verdict })

/** What a person sees of the classifier and their answers. */
async function stateOf(library: OpenLibrary) {
  const { classifiers, photos } = library.calls
  return {
    waiting: await waitingPhotos(library, ID),
    counts: await classifiers.waiting(),
    certainty: (await classifiers.list())[0]?.certainty,
    answers: await classifiers.answers(),
    tagged: (await photos.ids({ filter: { tags: ['Boat'] } })).toSorted((a, b) => a - b),
  }
}

/** A classifier of boats with a chosen certainty, one yes and one no. */
async function openAnswered() {
  const subjects = await openSubjects()
  const { library } = subjects
  await library.calls.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(library, 2)).slice(0, 4) })
  await library.hostCalls.waitUntilIdle()
  await library.calls.classifiers.setCertainty({ id: ID, certainty: 20 })
  const [yes, no, ...waiting] = await waitingPhotos(library, ID)
  await judge(library, yes!, 'accepted')
  await judge(library, no!, 'rejected')
  expect(waiting.length).toBeGreaterThan(1)
  return { ...subjects, yes: yes!, no: no!, waiting }
}

/** Closes a library and opens it again. */
async function reopen({ library, open }: Awaited<ReturnType<typeof openAnswered>>): Promise<OpenLibrary> {
  await library.close()
  const again = await open()
  await again.hostCalls.waitUntilIdle()
  return again
}

test(
  'a restored backup has suggestions, answers and the certainty; later answers are reported again',
  { tags: 'night' },
  async () => {
    const subjects = await openAnswered()
    const { library, waiting } = subjects
    const before = await stateOf(library)
    const { id: backup } = await library.calls.backups.now()
    await judge(library, waiting[0]!, 'rejected')
    await library.calls.classifiers.setCertainty({ id: ID, certainty: 77 })
    const withNewer = await stateOf(library)

    await library.calls.backups.restore({ id: backup, withNewerEdits: true })
    const restored = await reopen(subjects)
    expect(await stateOf(restored)).toEqual(withNewer)
    await restored.calls.backups.restore({ id: backup, withNewerEdits: false })
    expect(await stateOf(await reopen({ ...subjects, library: restored }))).toEqual(before)
  },
)

test('a classifier trained after the backup suggests again after a restore', { tags: 'night' }, async () => {
  const subjects = await openSubjects()
  const { library } = subjects
  const { id: backup } = await library.calls.backups.now()
  await library.calls.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(library, 2)).slice(0, 4) })
  await library.hostCalls.waitUntilIdle()
  const before = await waitingPhotos(library, ID)
  expect(before.length).toBeGreaterThan(1)
  await library.calls.backups.restore({ id: backup, withNewerEdits: true })
  await library.close()
  const restored = await subjects.open()
  await restored.hostCalls.waitUntilIdle()
  expect(await waitingPhotos(restored, ID)).toEqual(before)
})

test("a library closed during a classifier's run resumes the run later", { tags: 'night' }, async () => {
  const subjects = await openSubjects()
  const { library } = subjects
  await library.calls.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(library, 2)).slice(0, 4) })
  await library.close()
  const again = await subjects.open()
  await again.hostCalls.waitUntilIdle()
  expect((await waitingPhotos(again, ID)).length).toBeGreaterThan(1)
})

test('the kept duplicate takes over the answers of the removed one, until an undo', { tags: 'night' }, async () => {
  const { library, photosDir, no, yes, waiting } = await openAnswered()
  const { calls } = library
  const nameOf = async (id: number) => (await calls.photos.get({ id })).name
  const copies = new Map<number, string>()
  for (const [at, id] of [yes, no, waiting[0]!].entries()) {
    const name = `2-${900 + at}.jpg`
    copies.set(id, name)
    copyFileSync(join(photosDir, await nameOf(id)), join(photosDir, name))
  }
  await calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await calls.photos.list({ limit: 500 })
  const copyOf = (id: number) => tiles.find(({ name }) => name === copies.get(id))!.id
  await judge(library, copyOf(waiting[0]!), 'rejected')
  const before = await stateOf(library)
  expect(before.waiting).toContain(waiting[0])
  await calls.duplicates.search()
  const choices = [
    { keepId: copyOf(yes), ids: [yes] },
    { keepId: copyOf(no), ids: [no] },
    { keepId: waiting[0]!, ids: [copyOf(waiting[0]!)] },
  ]
  const { changeId } = await calls.duplicates.merge({ choices, chosen: [] })
  const merged = await stateOf(library)
  expect(merged.tagged).toContain(copyOf(yes))
  for (const id of [copyOf(no), waiting[0]!]) expect(merged.waiting).not.toContain(id)
  expect(merged.answers).toEqual([{ name: 'Boat', accepted: 2, rejected: 4 }])
  const { classes } = await calls.classifiers.retrain({ id: ID })
  expect(classes[0]).toMatchObject({ positives: 6, negatives: 4 })
  await calls.history.undo({})
  await calls.history.undo({ id: changeId! })
  await library.hostCalls.waitUntilIdle()
  expect(await stateOf(library)).toEqual(before)
})

test('suggestions for hidden private photos are not listed, counted or accepted', { tags: 'night' }, async () => {
  const { library, yes, no, waiting } = await openAnswered()
  const { classifiers, photos, privacy, keywords, history } = library.calls
  const before = await stateOf(library)
  const [seen, ...secret] = waiting
  await photos.setPrivate({ ids: [...secret, no], isPrivate: true })
  expect(await stateOf(library)).toEqual(before)
  await privacy.setClientMode({ isOn: true })
  expect(await stateOf(library)).toMatchObject({
    waiting: [seen],
    answers: [{ name: 'Boat', accepted: 1, rejected: 0 }],
    counts: [{ waiting: 1 }],
  })
  expect((await classifiers.certainties({ id: ID })).reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await keywords.suggest({ ids: [secret[0]!] })).toEqual([])
  await classifiers.acceptAbove({ id: ID, certainty: 1 })
  await privacy.setClientMode({ isOn: false })
  expect(await stateOf(library)).toMatchObject({ waiting: secret, tagged: [yes, seen].toSorted((a, b) => a! - b!) })
  await history.undo({})
  expect(await stateOf(library)).toEqual(before)
})

test('photos removed from the library and put back keep their answers and suggestions', { tags: 'night' }, async () => {
  const { library } = await openAnswered()
  const before = await stateOf(library)
  const [folder] = await library.calls.folders.list()
  await library.calls.folders.remove({ id: folder!.id })
  expect(await stateOf(library)).toMatchObject({ waiting: [], tagged: [], answers: [], counts: [{ waiting: 0 }] })
  await library.calls.history.undo({})
  expect(await stateOf(library)).toEqual(before)
})

test('a renamed keyword is suggested under its new name, with earlier answers, and an undo reverts that', async () => {
  const { library, no, waiting } = await openAnswered()
  const { keywords, history, classifiers } = library.calls
  const before = await stateOf(library)
  await keywords.move({ from: 'Boat', to: 'Vehicles/Ship' })
  await library.hostCalls.waitUntilIdle()
  const { suggestions } = await classifiers.suggestions({ id: ID })
  expect(suggestions.map(({ name }) => name)).toEqual(waiting.map(() => 'Vehicles/Ship'))
  expect(await waitingPhotos(library, ID)).toEqual(waiting)
  expect(await classifiers.answers()).toEqual([{ name: 'Vehicles/Ship', accepted: 1, rejected: 1 }])
  await keywords.judge({ ids: [waiting[0]!], name: 'Vehicles/Ship', verdict: 'accepted' })
  expect((await keywords.list()).map(({ name }) => name)).not.toContain('Boat')
  await history.undo({})
  await history.undo({})
  await library.hostCalls.waitUntilIdle()
  expect(await stateOf(library)).toEqual(before)
  expect(before.waiting).not.toContain(no)
})
