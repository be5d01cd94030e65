import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

const ID = 'boat'

/** A classifier of boats with one yes, one no, and one photo whose tag was removed. */
async function openAnswered() {
  const subjects = await openSubjects()
  const { calls, hostCalls } = subjects.library
  await calls.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(subjects.library, 2)).slice(0, 3) })
  await hostCalls.waitUntilIdle()
  const [yes, no, off] = (await waitingPhotos(subjects.library, ID)) as [number, number, number]
  await calls.keywords.judge({ ids: [yes], name: 'Boat', verdict: 'accepted' })
  await calls.keywords.judge({ ids: [no], name: 'Boat', verdict: 'rejected' })
  await calls.photos.addTag({ ids: [off], name: 'Boat' })
  await calls.photos.removeTag({ ids: [off], name: 'Boat' })
  return { ...subjects, yes, no, off }
}

/** Names of the photos that wait and of those with the tag, and the number of answers. */
async function stateOf(library: OpenLibrary) {
  const { photos, classifiers } = library.calls
  const { tiles } = await photos.list({ limit: 500 })
  const namesOf = (ids: readonly number[]) => tiles.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return {
    waiting: namesOf(await waitingPhotos(library, ID)).toSorted(),
    tagged: namesOf(await photos.ids({ filter: { tags: ['Boat'] } })).toSorted(),
    answers: await classifiers.answers(),
  }
}

test('photos of a folder that is removed and added again keep their answers', { tags: 'night' }, async () => {
  const { library, photosDir } = await openAnswered()
  const before = await stateOf(library)
  const [folder] = await library.calls.folders.list()
  await library.calls.folders.remove({ id: folder!.id })
  expect((await stateOf(library)).answers).toEqual([])
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(await stateOf(library)).toEqual(before)
})

test('photos removed as missing keep their answers when their files return', { tags: 'night' }, async () => {
  const { library, photosDir, yes, no, off } = await openAnswered()
  const { calls, hostCalls } = library
  const before = await stateOf(library)
  const ids = [yes, no, off]
  const paths = await Promise.all(ids.map((id) => hostCalls.locatePhoto({ id })))
  const away = (path: string) => join(dirname(photosDir), path.slice(photosDir.length + 1))
  const rescan = async () => {
    await calls.folders.rescan({})
    await hostCalls.waitUntilIdle()
  }
  for (const path of paths) renameSync(path, away(path))
  await rescan()
  await calls.photos.removeMissing({ ids })
  for (const path of paths) renameSync(away(path), path)
  await rescan()
  expect(await stateOf(library)).toEqual(before)
})

test('training while private photos are hidden respects the answers about them', async () => {
  const { library, yes, no, off } = await openAnswered()
  const { photos, privacy, classifiers } = library.calls
  const before = await stateOf(library)
  await photos.setPrivate({ ids: [yes, no, off], isPrivate: true })
  await privacy.setClientMode({ isOn: true })
  const { classes } = await classifiers.retrain({ id: ID })
  expect(classes).toMatchObject([{ positives: 4, negatives: 2 }])
  await library.hostCalls.waitUntilIdle()
  await classifiers.acceptAbove({ id: ID, certainty: 1 })
  await privacy.setClientMode({ isOn: false })
  const after = await stateOf(library)
  expect(after.answers[0]).toMatchObject({ rejected: before.answers[0]!.rejected })
  for (const id of [yes, no, off]) expect(await waitingPhotos(library, ID)).not.toContain(id)
  const tagged = await photos.ids({ filter: { tags: ['Boat'] } })
  expect(tagged).toContain(yes)
  for (const id of [no, off]) expect(tagged).not.toContain(id)
})
