import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

let base: string
let paths: string[]

beforeAll(async () => {
  base = makeTempFolder('backup')
  paths = await drawPhotos(join(base, 'photos'), 2)
  await runHere(join(base, 'data'), 'add', join(base, 'photos'))
})
afterAll(() => removeFolder(base))

/** A program's data folder with a library of the two photos. */
function copyData(): string {
  const dataDir = tempFolder()
  cpSync(join(base, 'data'), dataDir, { recursive: true })
  return dataDir
}

test('a lost catalogue is refused, its backup restored, and newer ratings are recovered', async () => {
  const dataDir = copyData()
  const [first = '', second = ''] = paths
  await runHere(dataDir, 'rate', first, '4')
  const made = await runHere(dataDir, 'backup', 'now')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/Backup \S+Z-asked of 2 photos made/) as string })
  await runHere(dataDir, 'rate', second, '2')

  const catalogue = join(dataDir, 'library', 'library.db')
  rmSync(catalogue)
  const refused = await runHere(dataDir, 'list')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/is gone, though .* Restore the backup of .* with "lumafold backup restore"/)
  const doctor = await runHere(dataDir, 'doctor')
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toMatch(/BAD {2}library: .* is gone/)
  expect(existsSync(catalogue)).toBe(false)

  const restored = await runHere(dataDir, 'backup', 'restore')
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('1 newer edit of the journal') as string })
  const { stdout } = await runHere(dataDir, 'list', '--json')
  const photos = JSON.parse(stdout) as { path: string; rating: number }[]
  expect(new Map(photos.map(({ path, rating }) => [path, rating]))).toEqual(
    new Map([
      [first, 4],
      [second, 2],
    ]),
  )
})

test('a backup is listed, copied out, and chosen by its date', async () => {
  const dataDir = copyData()
  await runHere(dataDir, 'backup', 'now')
  const listed = JSON.parse((await runHere(dataDir, 'backup', 'list', '--json')).stdout) as {
    folder: string
    backups: { id: string; at: string }[]
  }
  expect(listed.folder).toBe(join(dataDir, 'library', 'backups'))
  const [newest] = listed.backups
  const to = join(tempFolder(), 'copy.db')
  const day = newest!.at.slice(0, 10)
  expect((await runHere(dataDir, 'backup', 'restore', day, '--to', to)).code).toBe(0)
  const db = new Database(to, { readonly: true })
  expect(db.prepare('SELECT count(*) FROM photos').pluck().get()).toBe(2)
  db.close()
  const early = await runHere(dataDir, 'backup', 'restore', '2001-01-01')
  expect(early.stderr).toMatch(/There is no backup from 2001-01-01 or before/)
  const nonsense = await runHere(dataDir, 'backup', 'restore', 'yesterday')
  expect(nonsense.stderr).toMatch(/"yesterday" is no date/)
})

test('backups go to another folder if the person chooses one', async () => {
  const dataDir = copyData()
  const elsewhere = join(tempFolder(), 'other disk')
  expect((await runHere(dataDir, 'backup', 'folder', elsewhere)).stdout).toContain(`Backups go to ${elsewhere}`)
  await runHere(dataDir, 'backup', 'now')
  const listed = await runHere(dataDir, 'backup', 'list')
  expect(listed.stdout).toContain('2 photos')
  expect((await runHere(dataDir, 'backup', 'folder')).stdout).toBe(`${elsewhere}\n`)
  expect(readdirSync(elsewhere).filter((name) => name.endsWith('-asked.db'))).toHaveLength(1)
})
