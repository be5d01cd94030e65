import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect } from 'vitest'
import { makeVectors, pets, refusalOf, test, train, vectorOf } from './fixture.ts'
import { openTestIndexes, settle } from './open-test-indexes.ts'

const crash = { kind: 'colors', indexId: 'crash' } as const
const old = makeVectors(3, 128)
const snapshotsIn = (folder: string) => readdirSync(join(folder, 'snapshots'))

describe('a process killed in the middle of a training', () => {
  test.for([0, 30, 95])(
    'at %i percent leaves the old state searchable and every alteration pending',
    { tags: 'night' },
    async (percent, { place }) => {
      await place.indexes.saveAll(
        crash,
        old.map((vector, i) => ({ entryId: `old ${i}`, vector })),
      )
      await train(place.indexes, crash)
      const before = await place.indexes.search(crash, old[0]!)
      await place.indexes.close()

      const killed = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'kill-while-training.ts'), place.folder, `${percent}`],
        { encoding: 'utf8' },
      )
      expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' })
      expect(killed.stdout).toHaveLength(32)
      if (percent > 0) expect(snapshotsIn(place.folder).filter((name) => name.endsWith('.part'))).toHaveLength(1)

      const indexes = (place.indexes = await openTestIndexes({ folder: place.folder }))
      expect(snapshotsIn(place.folder)).toHaveLength(1)
      expect(await indexes.metadata(crash)).toMatchObject({ entries: 5002, trained_entries: 3, pending: 5001 })
      expect(await indexes.search(crash, old[0]!)).toEqual(before)
      expect(await indexes.ticket(killed.stdout)).toMatchObject({ is_final: false })
      expect(await settle(indexes, killed.stdout)).toMatchObject({
        is_final: true,
        ticket_result: { state: 'trained', entries: 5002 },
      })
      expect(await indexes.metadata(crash)).toMatchObject({ trained_entries: 5002, pending: 0 })
    },
  )

  test(
    'twice ends its ticket, so that it cannot crash the program at each start',
    { tags: 'night' },
    async ({ place }) => {
      await place.indexes.close()
      const kill = join(import.meta.dirname, 'kill-while-training.ts')
      const { stdout } = spawnSync(process.execPath, [kill, place.folder, '0'], { encoding: 'utf8' })
      spawnSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import { openTestIndexes } from ${JSON.stringify(join(import.meta.dirname, 'open-test-indexes.ts'))}; await openTestIndexes({ folder: ${JSON.stringify(place.folder)} }); process.kill(process.pid, 'SIGKILL')`,
      ])
      const indexes = (place.indexes = await openTestIndexes({ folder: place.folder }))
      expect(await settle(indexes, stdout)).toMatchObject({
        is_final: true,
        ticket_result: { state: 'failed', text: expect.stringContaining('twice') },
      })
      expect((await train(indexes, crash)).ticket_result).toMatchObject({ state: 'trained' })
    },
  )

  test('between the new file and the switch leaves the old state and no remains', async ({ place }) => {
    await place.indexes.save(crash, 'old 0', old[0]!)
    await train(place.indexes, crash)
    await place.indexes.close()
    const [present] = snapshotsIn(place.folder)
    for (const name of ['1-left.snapshot', '1-left.snapshot.part'])
      writeFileSync(join(place.folder, 'snapshots', name), 'whatever')
    place.indexes = await openTestIndexes({ folder: place.folder })
    expect(snapshotsIn(place.folder)).toEqual([present])
    expect((await place.indexes.search(crash, old[0]!)).images).toEqual([{ id: 'old 0', distance: 0 }])
  })
})

describe('a damaged snapshot', () => {
  const damages: [string, (path: string) => void][] = [
    ['gone', (path) => rmSync(path)],
    ['cut off', (path) => truncateSync(path, 2000)],
    ['empty', (path) => truncateSync(path, 0)],
    [
      'changed in one bit',
      (path) => {
        const bytes = readFileSync(path)
        bytes[bytes.length - 9]! ^= 4
        writeFileSync(path, bytes)
      },
    ],
    ['another file', (path) => writeFileSync(path, 'x'.repeat(9000))],
  ]
  test.for(damages)('(%s) is reported, and is trained again automatically', async ([, harm], { place }) => {
    await place.indexes.saveAll(
      crash,
      makeVectors(200, 16).map((vector, i) => ({ entryId: `${i}`, vector })),
    )
    await train(place.indexes, crash)
    const indexes = await place.reopen()
    harm(join(place.folder, 'snapshots', snapshotsIn(place.folder)[0]!))
    const search = () => indexes.search(crash, new Float32Array(16).fill(1))
    expect(await refusalOf(search)).toMatch(/^library-damaged: .*(gone|damaged), and is being made again/)
    await expect.poll(() => search().catch(() => null)).toMatchObject({ count: 100 })
  })
})

describe('the folder', () => {
  test('belongs to one opener at a time', async ({ place }) => {
    expect(await refusalOf(() => openTestIndexes({ folder: place.folder }))).toContain('library-in-use')
    await place.reopen()
  })

  test('of a newer version is refused untouched', async ({ place }) => {
    await place.indexes.close()
    const path = join(place.folder, 'indexes.db')
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.close()
    expect(await refusalOf(() => openTestIndexes({ folder: place.folder }))).toContain('library-too-new')
    rmSync(path)
    place.indexes = await openTestIndexes({ folder: place.folder })
  })

  test('with an invalid database is refused', async ({ place }) => {
    await place.indexes.close()
    const path = join(place.folder, 'indexes.db')
    for (const end of ['-wal', '-shm']) expect(existsSync(path + end)).toBe(false)
    writeFileSync(path, 'not a database, but long enough to be taken for one '.repeat(100))
    expect(await refusalOf(() => openTestIndexes({ folder: place.folder }))).toContain('library-damaged')
    rmSync(path)
    place.indexes = await openTestIndexes({ folder: place.folder })
  })
})

test('entries of a removed index are deleted even if the program stops first', async ({ place }) => {
  await place.indexes.saveAll(
    pets,
    makeVectors(1500, 4).map((vector, i) => ({ entryId: `${i}`, vector })),
  )
  await place.indexes.removeIndex(pets)
  const indexes = await place.reopen()
  await indexes.save(pets, 'x', vectorOf(1))
  const rows = () => {
    const db = new Database(join(place.folder, 'indexes.db'), { readonly: true })
    const count = db.prepare('SELECT count(*) FROM entries').pluck().get()
    db.close()
    return count
  }
  await expect.poll(rows).toBe(1)
  expect((await indexes.metadata(pets)).entries).toBe(1)
})
