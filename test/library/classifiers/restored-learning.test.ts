import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { catalogPath } from '../../../src-main/library/catalog/database/library-database.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawSubject, idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

type Subjects = Awaited<ReturnType<typeof openSubjects>>

/** Everything that a person taught a library, by the names of the photos, which a restored library may number anew. */
async function taughtIn({ libraryDir }: Subjects, { library }: OpenLibrary) {
  const db = new Database(catalogPath(libraryDir), { readonly: true })
  const rows = (sql: string) => db.prepare<[], string>(sql).pluck().all()
  const name = (photo: string) =>
    `(SELECT f.name FROM files f WHERE f.photo_id = ${photo} AND f.is_main = 1 ORDER BY f.id)`
  try {
    return {
      classifiers: (await library.classifiers.list()).map((each) => ({ ...each, applying: null })),
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
      counts: await library.classifiers.waiting(),
    }
  } finally {
    db.close()
  }
}

/** Restores a backup and opens the library with it. */
async function restore(
  { open }: Subjects,
  core: OpenLibrary,
  id: string,
  withNewerEdits: boolean,
): Promise<OpenLibrary> {
  await core.library.backups.restore({ id, withNewerEdits })
  await core.close()
  const restored = await open()
  await restored.hostCalls.waitUntilIdle()
  return restored
}

/** A tag and categories are taught, a suggestion of each is answered, and a tag is taken off. */
async function teach({ library, hostCalls }: OpenLibrary, subject: number): Promise<void> {
  const core = { library } as OpenLibrary
  const [boats, others] = [await idsOfSubject(core, subject), await idsOfSubject(core, subject + 1)]
  const positives = boats.slice(0, 4)
  const { id } = await library.classifiers.train({ name: `Boat ${subject}`, positives, negatives: others.slice(0, 2) })
  const categories = [boats, others].map((ids, at) => ({ name: `Trip ${subject}-${at}`, positives: ids.slice(4, 6) }))
  await library.classifiers.trainCategorizer({ name: `Trips ${subject}`, categories })
  await hostCalls.waitUntilIdle()
  const [yes, no] = await waitingPhotos(core, id)
  await library.keywords.judge({ ids: [yes!], name: `Boat ${subject}`, verdict: 'accepted' })
  await library.keywords.judge({ ids: [no!], name: `Boat ${subject}`, verdict: 'rejected' })
  await library.photos.addTag({ ids: [others[3]!], name: `Boat ${subject}` })
  await library.photos.removeTag({ ids: [others[3]!], name: `Boat ${subject}` })
  await library.classifiers.setCertainty({ id, certainty: 20 + subject })
}

test(
  'a restored backup has all that was taught, whether it was before or after the backup',
  { tags: 'night' },
  async () => {
    const subjects = await openSubjects()
    const { core } = subjects
    await teach(core, 0)
    const before = await taughtIn(subjects, core)
    const { id: backup } = await core.library.backups.now()

    await teach(core, 2)
    const more = {
      positives: (await idsOfSubject(core, 0)).slice(4, 5),
      negatives: (await idsOfSubject(core, 3)).slice(0, 1),
    }
    await core.library.classifiers.addExamples({ id: 'boat-0', ...more })
    await core.library.classifiers.retrain({ id: 'boat-2' })
    await core.library.classifiers.remove({ id: 'trips-0' })
    await core.hostCalls.waitUntilIdle()
    const after = await taughtIn(subjects, core)
    expect(after.classifiers).toHaveLength(3)

    const restored = await restore(subjects, core, backup, true)
    expect(await taughtIn(subjects, restored)).toEqual(after)
    const older = await restore(subjects, restored, backup, false)
    expect(await taughtIn(subjects, older)).toEqual(before)
  },
)

test(
  'photos that came after the backup are examples and have their answers once it is restored',
  { tags: 'night' },
  async () => {
    const subjects = await openSubjects()
    const { core, photosDir } = subjects
    const { id: backup } = await core.library.backups.now()
    for (const [subject, number] of [
      [2, 900],
      [2, 901],
      [2, 902],
      [2, 903],
      [1, 904],
    ] as const)
      await drawSubject(photosDir, subject, number)
    await core.library.folders.rescan({})
    await core.hostCalls.waitUntilIdle()
    const late = async (of: OpenLibrary, subject: number) => {
      const { tiles } = await of.library.photos.list({ limit: 500, sort: { by: 'name', order: 'asc' } })
      return tiles.filter(({ name }) => name.startsWith(`${subject}-90`)).map(({ id }) => id)
    }
    const [yes, no, ...positives] = await late(core, 2)
    await core.library.classifiers.train({ name: 'Boat', positives, negatives: await late(core, 1) })
    await core.hostCalls.waitUntilIdle()
    await core.library.keywords.judge({ ids: [yes!], name: 'Boat', verdict: 'accepted' })
    await core.library.keywords.judge({ ids: [no!], name: 'Boat', verdict: 'rejected' })
    const taught = await taughtIn(subjects, core)

    const restored = await restore(subjects, core, backup, true)
    expect(await taughtIn(subjects, restored)).toEqual(taught)
    const waiting = await waitingPhotos(restored, 'boat')
    for (const id of await late(restored, 2)) expect(waiting).not.toContain(id)
  },
)

test('a certainty and a seen inbox that came after the backup are there, and can be undone', async () => {
  const subjects = await openSubjects()
  const { core, photosDir } = subjects
  const positives = (await idsOfSubject(core, 2)).slice(0, 4)
  const { id } = await core.library.classifiers.train({ name: 'Boat', positives })
  await core.hostCalls.waitUntilIdle()
  await drawSubject(photosDir, 2, 900)
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
  await core.library.classifiers.setCertainty({ id, certainty: 5 })
  const fresh = await core.library.classifiers.waiting()
  expect(fresh[0]).toMatchObject({ fresh: 1 })
  const { id: backup } = await core.library.backups.now()
  await core.library.classifiers.setCertainty({ id, certainty: 4 })
  await core.library.classifiers.markSeen({ id })
  const seen = await core.library.classifiers.waiting()
  expect(seen[0]).toMatchObject({ fresh: 0 })

  const { library } = await restore(subjects, core, backup, true)
  expect(await library.classifiers.waiting()).toEqual(seen)
  expect((await library.classifiers.list())[0]).toMatchObject({ certainty: 4 })
  const entries = await library.history.list({ limit: 2 })
  expect(entries.map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Marked the new suggestions of "Boat" as seen',
    'Suggestions of "Boat" count as certain from 4%',
  ])
  await library.history.undo({})
  expect((await library.classifiers.waiting())[0]).toMatchObject({ fresh: 1 })
  await library.history.undo({})
  expect((await library.classifiers.list())[0]).toMatchObject({ certainty: 5 })
  expect(await library.classifiers.waiting()).toEqual(fresh)
})
