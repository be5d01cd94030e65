import { say } from '../../../../../src-main/contract/sentences/say.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { storeClassifier } from '../../../../../src-main/library/classifiers/rows/stored-classifier.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot } from '../../../catalog/library.ts'
import { LIBRARY_IDS } from '../../../../../src-main/library/history/kinds/change-kind.ts'

/** Another process rates and tags photos, and is killed; its write-ahead log is left behind. */
async function editAndKill(folder: string, photos: number) {
  const child = fork(join(import.meta.dirname, 'rating-child.ts'), [folder, String(photos)], {
    stdio: 'inherit',
    execArgv: [],
  })
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const loseLog = (folder: string) => {
  expect(existsSync(join(folder, 'library.db-wal'))).toBe(true)
  for (const end of ['-wal', '-shm']) rmSync(join(folder, `library.db${end}`))
}

test('ratings from a write-ahead log deleted after a kill are recovered', async () => {
  const folder = tempFolder()
  openForTest(folder).close()
  await editAndKill(folder, 50)
  loseLog(folder)
  const catalog = openForTest(folder)
  const rated = find(catalog, { ratingFrom: 4 })
  expect(rated).toHaveLength(50)
  expect(find(catalog, { tags: ['Grandma'] })).toEqual(rated)
  expect(rated.map((id) => catalog.files.pathOf(id)).toSorted()).toContain(join('/photos', 'trip', '7.jpg'))
  expect(catalog.edits.replayed()).toEqual({ edits: 53, photos: 50, problems: [], isAfterRestore: false })
  expect(catalog.check()).toEqual([])
  // The history is unchanged, so that a change can be undone by its number.
  expect(catalog.changes.history(100).map(({ id }) => id)).toEqual(Array.from({ length: 52 }, (_, i) => 52 - i))
  catalog.close()
  expect(openForTest(folder).edits.replayed()).toBeNull()
})

test('photos known to the older catalogue keep their numbers, and no number is used twice', async () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [known] = add('known.jpg')
  catalog.close()
  copyFileSync(join(folder, 'library.db'), join(folder, 'older.db'))
  const newer = openForTest(folder)
  const [late] = newer.files.add([{ folderId: 1, name: 'late.jpg', bytes: 5, modifiedMs: 6, fileKey: null }])
  newer.edits.beginFile(0, known!) // as after a backup that has the first photo
  newer.changes.apply({ kind: 'rate', ids: [known!, late!], rating: 5 })
  newer.close()
  const [journal = ''] = readdirSync(join(folder, 'edits'))
  expect(readFileSync(join(folder, 'edits', journal), 'utf8').match(/\w+\.jpg/g)).toEqual(['late.jpg'])
  copyFileSync(join(folder, 'older.db'), join(folder, 'library.db'))

  const again = openForTest(folder)
  const found = find(again, { ratingFrom: 5 })
  expect(found).toHaveLength(2)
  expect(found[0]).toBe(known)
  expect(found[1]).toBeGreaterThan(late!)
  expect(again.photos.detail(found[1]!).name).toBe('late.jpg')
})

test("another file at a deleted photo's path does not inherit its rating", () => {
  const folder = tempFolder()
  const { catalog } = openWithRoot(folder)
  catalog.close()
  copyFileSync(join(folder, 'library.db'), join(folder, 'older.db'))
  const newer = openForTest(folder)
  const [rated] = newer.files.add([{ folderId: 1, name: 'a.jpg', bytes: 5, modifiedMs: 6, fileKey: null }])
  newer.changes.apply({ kind: 'rate', ids: [rated!], rating: 5 })
  newer.close()

  copyFileSync(join(folder, 'older.db'), join(folder, 'library.db'))
  const db = new Database(join(folder, 'library.db'))
  db.exec(`INSERT INTO step_sets (id, content) VALUES (1, '{}') ON CONFLICT DO NOTHING;
    INSERT INTO photos (id, added_ms, fallback_ms, step_set, pending) VALUES (900, 1, 1, 1, 0);
    INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms) VALUES (900, 1, 'a.jpg', 'a', 77, 78)`)
  db.close()
  const again = openForTest(folder)
  expect(find(again, { ratingFrom: 1 })).toEqual([])
  expect(again.edits.replayed()?.problems).toEqual([
    say('doctor.changeFailed', { change: expect.any(Number) as number, photos: 1 }),
  ])
})

test('edits missing in the journal are written at the next opening', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add('a.jpg')
  catalog.changes.apply({ kind: 'rate', ids, rating: 3 })
  catalog.close()
  rmSync(join(folder, 'edits'), { recursive: true })
  openForTest(folder).close()
  // The older catalogue is updated from the journal that was written again.
  const db = new Database(join(folder, 'library.db'))
  db.exec(
    "UPDATE photos SET rating = 0, is_rated = 0; DELETE FROM changes; DELETE FROM edits; UPDATE sqlite_sequence SET seq = 0 WHERE name IN ('edits', 'changes')",
  )
  db.close()
  expect(find(openForTest(folder), { ratingFrom: 3 })).toEqual(ids)
})

test('edits missing in the journal are written as soon as a request finds that possible', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add('a.jpg')
  writeFileSync(join(folder, 'edits'), 'in the way')
  catalog.changes.apply({ kind: 'rate', ids, rating: 3 })
  expect(catalog.edits.problem()).toContain('edits')
  rmSync(join(folder, 'edits'))
  expect(catalog.edits.problem()).toBeNull()
  expect(readdirSync(join(folder, 'edits'))).toHaveLength(1)
})

test('a custom classifier trained since the backup is recovered, with its existing examples', async () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [known] = add('known.jpg')
  catalog.close()
  copyFileSync(join(folder, 'library.db'), join(folder, 'older.db'))
  const newer = openForTest(folder)
  const example = { name: 'Boat', weights: Float32Array.of(0.5, -1), bias: 0.25, negatives: [] }
  const boat = { kind: 'tagger', version: 1, modelId: 'm', dimensions: 2, createdMs: 1, updatedMs: 2 } as const
  const classifier = storeClassifier({ ...boat, id: 'boat', classes: [{ ...example, positives: [known!, 999] }] })
  newer.changes.apply({ kind: 'custom-classifier', ids: LIBRARY_IDS, id: 'boat', name: 'Boat', classifier })
  newer.close()
  copyFileSync(join(folder, 'older.db'), join(folder, 'library.db'))
  const again = openForTest(folder)
  expect(again.edits.replayed()).toMatchObject({ problems: [] })
  expect(again.classifiers.list()).toEqual([{ ...boat, id: 'boat', classes: [{ ...example, positives: [known!] }] }])
  again.changes.undo()
  expect(again.classifiers.list()).toEqual([])
})
