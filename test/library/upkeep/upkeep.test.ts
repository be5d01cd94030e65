import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { compareHashes } from '../../../src-main/library/ingest/identity/compare.ts'
import { Upkeep } from '../../../src-main/library/upkeep/upkeep.ts'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { addNames, find, fingerprints, saveFound } from '../catalog/library.ts'

const DAY = 86_400_000

function open() {
  const folder = tempFolder()
  const clock = { now: 1_700_000_000_000 }
  const catalog = openCatalog(folder, { now: () => clock.now })
  onTestFinished(() => catalog.close())
  catalog.analysis.setSteps(fingerprints('v1'))
  const add = (path: string, ...names: string[]) => {
    const root = catalog.folders.addRoot(path)
    const ids = addNames(catalog, root.id, names)
    return { root, ids, lose: () => catalog.files.markMissing(ids.map((id) => fileOf(id))) }
  }
  const db = connect(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  const fileOf = (id: number) => db.prepare('SELECT id FROM files WHERE photo_id = ?').pluck().get(id) as number
  const gone: number[] = []
  const errors: unknown[] = []
  const upkeep = new Upkeep({
    catalog,
    hub: { photosChanged: () => undefined },
    log: { info: () => undefined, error: (_message, details) => void errors.push(details) },
    onGone: (ids) => void gone.push(...ids),
    now: () => clock.now,
  })
  /** One day after another, as clocks go. */
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 30) {
      clock.now += Math.min(30, days - day) * DAY
      await upkeep.run()
    }
    expect(errors).toEqual([])
  }
  return { folder, clock, catalog, add, db, fileOf, gone, upkeep, pass }
}

test(
  'a photo missing for a year is removed, unless someone worked on it or its folder is offline',
  { tags: 'night' },
  async () => {
    const { catalog, add, gone, pass } = open()
    const here = add('/here', 'plain.jpg', 'rated.jpg', 'tagged.jpg')
    const away = add('/away', 'plain.jpg')
    const there = add('/there', 'plain.jpg')
    const [plain, rated, tagged] = here.ids
    catalog.changes.apply({ kind: 'rate', ids: [rated!], rating: 3 })
    catalog.changes.apply({ kind: 'add-tag', ids: [tagged!], name: 'Grandma' })
    here.lose()
    away.lose()
    catalog.folders.setAvailable(away.root.id, false)
    await pass(364)
    expect(gone).toEqual([])
    await pass(2)
    expect(gone).toEqual([plain])
    expect(find(catalog, {})).toEqual([rated, tagged, ...away.ids, ...there.ids])
    expect(catalog.check()).toEqual([])
  },
)

test('a clock that jumps by years deletes nothing at once', async () => {
  const { clock, add, gone, upkeep } = open()
  const { lose } = add('/here', 'a.jpg')
  await upkeep.run()
  lose()
  clock.now += 4000 * DAY
  await upkeep.run()
  expect(gone).toEqual([])
})

test('thumbnails of deleted photos are deleted', async () => {
  const { folder, catalog, add, pass } = open()
  const { ids } = add('/here', 'a.jpg', 'b.jpg')
  for (const id of ids) saveFound(catalog, id, {})
  const thumbnails = connect(join(folder, 'thumbnails.db'))
  onTestFinished(() => void thumbnails.close())
  thumbnails.exec("INSERT INTO thumbnails (photo_id, bytes) VALUES (900, x'00'), (901, x'00')")
  await pass(1)
  expect(thumbnails.prepare('SELECT photo_id FROM thumbnails').pluck().all()).toEqual(ids)
})

test("a file's last former pictures and its first are kept, however often metadata was written", async () => {
  const { add, db, fileOf, pass } = open()
  const { ids } = add('/here', 'a.jpg', 'b.jpg', 'c.jpg')
  const insert = db.prepare('INSERT INTO file_versions VALUES (?, ?, ?, ?)')
  const [edited, written, unread] = ids.map(fileOf)
  for (let version = 0; version < 30; version++) {
    insert.run(edited, `1:${version}`, `c${version}`, version)
    insert.run(written, `1:${Math.floor(version / 20)}`, `c${version}`, version)
    insert.run(unread, '', `c${version}`, version)
  }
  await pass(1)
  const kept = db
    .prepare<[number | undefined], number>('SELECT seen_ms FROM file_versions WHERE file_id = ? ORDER BY seen_ms')
    .pluck()
  const firstAndLast = [0, 21, 22, 23, 24, 25, 26, 27, 28, 29]
  expect(kept.all(edited)).toEqual(firstAndLast)
  expect(kept.all(written)).toEqual([19, 29])
  expect(kept.all(unread)).toEqual(firstAndLast)
})

test('a photo is recognised by its first picture, after years of edits and written metadata', async () => {
  const { catalog, add, db, fileOf, pass } = open()
  const [id] = add('/here', 'a.jpg').ids
  const file = fileOf(id!)
  const insert = db.prepare('INSERT INTO file_versions VALUES (?, ?, ?, ?)')
  insert.run(file, '1:first', 'first', 1)
  for (let version = 2; version < 200; version++)
    insert.run(file, version < 20 ? `1:edit ${version}` : '1:last', `content ${version}`, version)
  await pass(1)
  const { versions } = catalog.files.evidence(file)
  expect(compareHashes(versions, { imageHash: '1:first', contentHash: 'with other metadata' })).toBe('same')
  expect(compareHashes(versions, { imageHash: '1:last', contentHash: 'content 30' })).toBe('same')
})

test('a catalogue gives space back after large deletions', async () => {
  const { catalog, add, db, pass } = open()
  add('/here', 'a.jpg')
  const pages = () => db.pragma('page_count', { simple: true }) as number
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO remote_answers SELECT i, 'question', hex(zeroblob(2500)), 1 FROM n; DELETE FROM remote_answers`)
  expect(pages()).toBeGreaterThan(5000)
  await pass(1)
  expect(pages()).toBeLessThan(400)
  expect(catalog.check()).toEqual([])
})
