import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

const ID = 'boat'
const judge = ({ library }: OpenLibrary, photo: number, verdict: 'accepted' | 'rejected') =>
  library.keywords.judge({ ids: [photo], name: 'Boat', verdict })

/** What a person sees of the classifier and of their answers. */
async function stateOf(core: OpenLibrary) {
  const { classifiers, photos } = core.library
  return {
    waiting: await waitingPhotos(core, ID),
    counts: await classifiers.waiting(),
    certainty: (await classifiers.list())[0]?.certainty,
    answers: await classifiers.answers(),
    tagged: (await photos.ids({ filter: { tags: ['Boat'] } })).toSorted((a, b) => a - b),
  }
}

/** A classifier of boats, with a certainty that a person chose, one yes and one no. */
async function openAnswered() {
  const library = await openSubjects()
  const { core } = library
  await core.library.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(core, 2)).slice(0, 4) })
  await core.hostCalls.waitUntilIdle()
  await core.library.classifiers.setCertainty({ id: ID, certainty: 20 })
  const [yes, no, ...waiting] = await waitingPhotos(core, ID)
  await judge(core, yes!, 'accepted')
  await judge(core, no!, 'rejected')
  expect(waiting.length).toBeGreaterThan(1)
  return { ...library, yes: yes!, no: no!, waiting }
}

/** Closes a library and opens it again. */
async function reopen({ core, open }: Awaited<ReturnType<typeof openAnswered>>): Promise<OpenLibrary> {
  await core.close()
  const again = await open()
  await again.hostCalls.waitUntilIdle()
  return again
}

test(
  'a restored backup brings back suggestions, answers and the certainty; what was said since is said again',
  { tags: 'night' },
  async () => {
    const library = await openAnswered()
    const { core, waiting } = library
    const before = await stateOf(core)
    const { id: backup } = await core.library.backups.now()
    await judge(core, waiting[0]!, 'rejected')
    await core.library.classifiers.setCertainty({ id: ID, certainty: 77 })
    const withNewer = await stateOf(core)

    await core.library.backups.restore({ id: backup, withNewerEdits: true })
    const restored = await reopen(library)
    expect(await stateOf(restored)).toEqual(withNewer)
    await restored.library.backups.restore({ id: backup, withNewerEdits: false })
    expect(await stateOf(await reopen({ ...library, core: restored }))).toEqual(before)
  },
)

test(
  'a classifier that was trained after the backup suggests again once that is restored',
  { tags: 'night' },
  async () => {
    const library = await openSubjects()
    const { core } = library
    const { id: backup } = await core.library.backups.now()
    await core.library.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(core, 2)).slice(0, 4) })
    await core.hostCalls.waitUntilIdle()
    const before = await waitingPhotos(core, ID)
    expect(before.length).toBeGreaterThan(1)
    await core.library.backups.restore({ id: backup, withNewerEdits: true })
    await core.close()
    const restored = await library.open()
    await restored.hostCalls.waitUntilIdle()
    expect(await waitingPhotos(restored, ID)).toEqual(before)
  },
)

test(
  'a library that is closed while a classifier goes through its photos goes on with it',
  { tags: 'night' },
  async () => {
    const library = await openSubjects()
    const { core } = library
    await core.library.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(core, 2)).slice(0, 4) })
    await core.close()
    const again = await library.open()
    await again.hostCalls.waitUntilIdle()
    expect((await waitingPhotos(again, ID)).length).toBeGreaterThan(1)
  },
)

test(
  'the copy that is kept has the answers of the one that goes, until that is undone',
  { tags: 'night' },
  async () => {
    const { core, photosDir, no, yes, waiting } = await openAnswered()
    const { library } = core
    const nameOf = async (id: number) => (await library.photos.get({ id })).name
    const copies = new Map<number, string>()
    for (const [at, id] of [yes, no, waiting[0]!].entries()) {
      const name = `2-${900 + at}.jpg`
      copies.set(id, name)
      copyFileSync(join(photosDir, await nameOf(id)), join(photosDir, name))
    }
    await library.folders.rescan({})
    await core.hostCalls.waitUntilIdle()
    const { tiles } = await library.photos.list({ limit: 500 })
    const copyOf = (id: number) => tiles.find(({ name }) => name === copies.get(id))!.id
    await judge(core, copyOf(waiting[0]!), 'rejected')
    const before = await stateOf(core)
    expect(before.waiting).toContain(waiting[0])
    await library.duplicates.search()
    const choices = [
      { keepId: copyOf(yes), ids: [yes] },
      { keepId: copyOf(no), ids: [no] },
      { keepId: waiting[0]!, ids: [copyOf(waiting[0]!)] },
    ]
    const { changeId } = await library.duplicates.merge({ choices, chosen: [] })
    const merged = await stateOf(core)
    expect(merged.tagged).toContain(copyOf(yes))
    for (const id of [copyOf(no), waiting[0]!]) expect(merged.waiting).not.toContain(id)
    expect(merged.answers).toEqual([{ name: 'Boat', accepted: 2, rejected: 4 }])
    const { classes } = await library.classifiers.retrain({ id: ID })
    expect(classes[0]).toMatchObject({ positives: 6, negatives: 4 })
    await library.history.undo({})
    await library.history.undo({ id: changeId! })
    await core.hostCalls.waitUntilIdle()
    expect(await stateOf(core)).toEqual(before)
  },
)

test(
  'suggestions for private photos are neither listed, counted nor accepted while these are hidden',
  { tags: 'night' },
  async () => {
    const { core, yes, no, waiting } = await openAnswered()
    const { classifiers, photos, privacy, keywords, history } = core.library
    const before = await stateOf(core)
    const [seen, ...secret] = waiting
    await photos.setPrivate({ ids: [...secret, no], isPrivate: true })
    expect(await stateOf(core)).toEqual(before)
    await privacy.setClientMode({ isOn: true })
    expect(await stateOf(core)).toMatchObject({
      waiting: [seen],
      answers: [{ name: 'Boat', accepted: 1, rejected: 0 }],
      counts: [{ waiting: 1 }],
    })
    expect((await classifiers.certainties({ id: ID })).reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await keywords.suggest({ ids: [secret[0]!] })).toEqual([])
    await classifiers.acceptAbove({ id: ID, certainty: 1 })
    await privacy.setClientMode({ isOn: false })
    expect(await stateOf(core)).toMatchObject({ waiting: secret, tagged: [yes, seen].toSorted((a, b) => a! - b!) })
    await history.undo({})
    expect(await stateOf(core)).toEqual(before)
  },
)

test(
  'photos that were taken out of the library and put back keep their answers and their suggestions',
  { tags: 'night' },
  async () => {
    const { core } = await openAnswered()
    const before = await stateOf(core)
    const [folder] = await core.library.folders.list()
    await core.library.folders.remove({ id: folder!.id })
    expect(await stateOf(core)).toMatchObject({ waiting: [], tagged: [], answers: [], counts: [{ waiting: 0 }] })
    await core.library.history.undo({})
    expect(await stateOf(core)).toEqual(before)
  },
)

test('a renamed keyword is suggested by its new name, with the answers given before, and by the old one after an undo', async () => {
  const { core, no, waiting } = await openAnswered()
  const { keywords, history, classifiers } = core.library
  const before = await stateOf(core)
  await keywords.move({ from: 'Boat', to: 'Vehicles/Ship' })
  await core.hostCalls.waitUntilIdle()
  const { suggestions } = await classifiers.suggestions({ id: ID })
  expect(suggestions.map(({ name }) => name)).toEqual(waiting.map(() => 'Vehicles/Ship'))
  expect(await waitingPhotos(core, ID)).toEqual(waiting)
  expect(await classifiers.answers()).toEqual([{ name: 'Vehicles/Ship', accepted: 1, rejected: 1 }])
  await keywords.judge({ ids: [waiting[0]!], name: 'Vehicles/Ship', verdict: 'accepted' })
  expect((await keywords.list()).map(({ name }) => name)).not.toContain('Boat')
  await history.undo({})
  await history.undo({})
  await core.hostCalls.waitUntilIdle()
  expect(await stateOf(core)).toEqual(before)
  expect(before.waiting).not.toContain(no)
})
