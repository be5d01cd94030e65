import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { catalogPath } from '../../../src-main/library/catalog/database/library-database.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawSubject, idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

type Subjects = Awaited<ReturnType<typeof openSubjects>>

/** Everything a library was taught. Photos are given by name, since a restored library may number them differently. */
async function taughtIn({ libraryDir }: Subjects, { calls }: OpenLibrary) {
  const db = new Database(catalogPath(libraryDir), { readonly: true })
  const rows = (sql: string) => db.prepare<[], string>(sql).pluck().all()
  const name = (photo: string) =>
    `(SELECT f.name FROM files f WHERE f.photo_id = ${photo} AND f.is_main = 1 ORDER BY f.id)`
  try {
    return {
      classifiers: (await calls.classifiers.list()).map((each) => ({ ...each, applying: null })),
      classes: rows(
        "SELECT tagger_id || ' ' || name || ' ' || bias || ' ' || hex(weights) FROM taught_classes ORDER BY 1",
      ),
      examples: rows(
        `SELECT c.name || ' ' || e.is_positive || ' ' || ${name('e.photo_id')}
         FROM taught_examples e JOIN taught_classes c ON c.id = e.class_id ORDER BY 1`,
      ),
      answers: rows(
        `SELECT t.name || ' ' || a.is_right || ' ' || ${name('a.photo_id')}
         FROM suggestion_feedback a JOIN tags t ON t.id = a.tag_id ORDER BY 1`,
      ),
      takenOff: rows(
        `SELECT t.name || ' ' || ${name('r.photo_id')} FROM removed_tags r JOIN tags t ON t.id = r.tag_id ORDER BY 1`,
      ),
      counts: await calls.classifiers.waiting(),
    }
  } finally {
    db.close()
  }
}

/** Restores a backup and opens the library with it. */
async function restore(
  { open }: Subjects,
  library: OpenLibrary,
  id: string,
  withNewerEdits: boolean,
): Promise<OpenLibrary> {
  await library.calls.backups.restore({ id, withNewerEdits })
  await library.close()
  const restored = await open()
  await restored.hostCalls.waitUntilIdle()
  return restored
}

/** Teaches a tag and categories, answers a suggestion of each, and removes a tag. */
async function teach({ calls, hostCalls }: OpenLibrary, subject: number): Promise<void> {
  const opened = { calls } as OpenLibrary
  const [boats, others] = [await idsOfSubject(opened, subject), await idsOfSubject(opened, subject + 1)]
  const positives = boats.slice(0, 4)
  const { id } = await calls.classifiers.train({ name: `Boat ${subject}`, positives, negatives: others.slice(0, 2) })
  const categories = [boats, others].map((ids, at) => ({ name: `Trip ${subject}-${at}`, positives: ids.slice(4, 6) }))
  await calls.classifiers.trainCategorizer({ name: `Trips ${subject}`, categories })
  await hostCalls.waitUntilIdle()
  const [yes, no] = await waitingPhotos(opened, id)
  await calls.keywords.judge({ ids: [yes!], name: `Boat ${subject}`, verdict: 'accepted' })
  await calls.keywords.judge({ ids: [no!], name: `Boat ${subject}`, verdict: 'rejected' })
  await calls.photos.addTag({ ids: [others[3]!], name: `Boat ${subject}` })
  await calls.photos.removeTag({ ids: [others[3]!], name: `Boat ${subject}` })
  await calls.classifiers.setCertainty({ id, certainty: 20 + subject })
}

test('a restored backup has everything taught before or after the backup', { tags: 'night' }, async () => {
  const subjects = await openSubjects()
  const { library } = subjects
  await teach(library, 0)
  const before = await taughtIn(subjects, library)
  const { id: backup } = await library.calls.backups.now()

  await teach(library, 2)
  const more = {
    positives: (await idsOfSubject(library, 0)).slice(4, 5),
    negatives: (await idsOfSubject(library, 3)).slice(0, 1),
  }
  await library.calls.classifiers.addExamples({ id: 'boat-0', ...more })
  await library.calls.classifiers.retrain({ id: 'boat-2' })
  await library.calls.classifiers.remove({ id: 'trips-0' })
  await library.hostCalls.waitUntilIdle()
  const after = await taughtIn(subjects, library)
  expect(after.classifiers).toHaveLength(3)

  const restored = await restore(subjects, library, backup, true)
  expect(await taughtIn(subjects, restored)).toEqual(after)
  const older = await restore(subjects, restored, backup, false)
  expect(await taughtIn(subjects, older)).toEqual(before)
})

test(
  'photos added after the backup are examples and keep their answers after a restore',
  { tags: 'night' },
  async () => {
    const subjects = await openSubjects()
    const { library, photosDir } = subjects
    const { id: backup } = await library.calls.backups.now()
    for (const [subject, number] of [
      [2, 900],
      [2, 901],
      [2, 902],
      [2, 903],
      [1, 904],
    ] as const)
      await drawSubject(photosDir, subject, number)
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
    const late = async (of: OpenLibrary, subject: number) => {
      const { tiles } = await of.calls.photos.list({ limit: 500, sort: { by: 'name', order: 'asc' } })
      return tiles.filter(({ name }) => name.startsWith(`${subject}-90`)).map(({ id }) => id)
    }
    const [yes, no, ...positives] = await late(library, 2)
    await library.calls.classifiers.train({ name: 'Boat', positives, negatives: await late(library, 1) })
    await library.hostCalls.waitUntilIdle()
    await library.calls.keywords.judge({ ids: [yes!], name: 'Boat', verdict: 'accepted' })
    await library.calls.keywords.judge({ ids: [no!], name: 'Boat', verdict: 'rejected' })
    const taught = await taughtIn(subjects, library)

    const restored = await restore(subjects, library, backup, true)
    expect(await taughtIn(subjects, restored)).toEqual(taught)
    const waiting = await waitingPhotos(restored, 'boat')
    for (const id of await late(restored, 2)) expect(waiting).not.toContain(id)
  },
)

test('a certainty and a seen inbox from after the backup are restored, and can be undone', async () => {
  const subjects = await openSubjects()
  const { library, photosDir } = subjects
  const positives = (await idsOfSubject(library, 2)).slice(0, 4)
  const { id } = await library.calls.classifiers.train({ name: 'Boat', positives })
  await library.hostCalls.waitUntilIdle()
  await drawSubject(photosDir, 2, 900)
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  await library.calls.classifiers.setCertainty({ id, certainty: 5 })
  const fresh = await library.calls.classifiers.waiting()
  expect(fresh[0]).toMatchObject({ fresh: 1 })
  const { id: backup } = await library.calls.backups.now()
  await library.calls.classifiers.setCertainty({ id, certainty: 4 })
  await library.calls.classifiers.markSeen({ id })
  const seen = await library.calls.classifiers.waiting()
  expect(seen[0]).toMatchObject({ fresh: 0 })

  const { calls } = await restore(subjects, library, backup, true)
  expect(await calls.classifiers.waiting()).toEqual(seen)
  expect((await calls.classifiers.list())[0]).toMatchObject({ certainty: 4 })
  const entries = await calls.history.list({ limit: 2 })
  expect(entries.map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Marked the new suggestions of "Boat" as seen',
    'Suggestions of "Boat" count as certain from 4%',
  ])
  await calls.history.undo({})
  expect((await calls.classifiers.waiting())[0]).toMatchObject({ fresh: 1 })
  await calls.history.undo({})
  expect((await calls.classifiers.list())[0]).toMatchObject({ certainty: 5 })
  expect(await calls.classifiers.waiting()).toEqual(fresh)
})
