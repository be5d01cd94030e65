import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { damageTable } from '../../../fixtures/damage.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { byNight } from '../../../fixtures/night.ts'
import { addNames } from '../../catalog/library.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'

/** A library with three real photos and 2,000 without a file, so that its tables have many pages. */
async function makeLargeLibrary() {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.close()
  const catalog = openCatalog(libraryDir)
  const other = catalog.folders.addRoot('/elsewhere')
  addNames(
    catalog,
    other.id,
    Array.from({ length: 2000 }, (_, i) => `trip/holiday ${i}.jpg`),
  )
  catalog.close()
  return { libraryDir, path: join(libraryDir, 'library.db') }
}

async function rateAndKill(libraryDir: string, rating: number) {
  const args = [libraryDir, String(rating)]
  const child = fork(join(import.meta.dirname, 'rating-child.ts'), args, { stdio: 'inherit', execArgv: [] })
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const total = 2003

describe('after a kill, derived data is created again', () => {
  const tables = ['photo_text_data', 'packs', 'tag_text_data', 'folder_text_data', 'files_place']
  test.for(byNight(tables.slice(0, 1), tables))('%s', async (name) => {
    const { libraryDir, path } = await makeLargeLibrary()
    await rateAndKill(libraryDir, 4)
    damageTable(path, name, (pages) => pages.slice(-1))
    const { library, log } = await openTestLibrary(libraryDir)
    expect(await library.calls.library.health()).toMatchObject({ condition: 'sound', message: null })
    expect(log.map(({ message }) => message)).toContain('A part of the catalogue was damaged and has been made again')
    const rated = await library.calls.photos.list({
      filter: { ratingFrom: 4, statuses: ['ready', 'offline', 'pending', 'missing'] },
    })
    expect(rated.total).toBeGreaterThan(0)
    const found = await library.calls.photos.list({
      filter: { text: 'holiday 77', statuses: ['ready', 'offline', 'pending', 'missing'] },
    })
    expect(found.total).toBeGreaterThan(0)
    const catalogue = (await library.examine()).filter(({ area }) => area === 'catalogue')
    expect(catalogue.map(({ level }) => level)).toEqual(['good'])
    expect(readdirSync(libraryDir).some((file) => /^library\.damaged-.*\.db$/.test(file))).toBe(true)
    await library.close()
    const db = new Database(path, { readonly: true })
    expect(db.prepare('SELECT count(*) FROM photos').pluck().get()).toBe(total)
    db.close()
  })
})

describe('a catalogue whose photos are damaged', () => {
  const inTheMiddle = (pages: number[]) => pages.slice(Math.floor(pages.length / 2), Math.floor(pages.length / 2) + 1)

  test(
    'shows what can be read of it after a kill, becomes read-only, and offers its backup',
    { tags: 'night' },
    async () => {
      const { libraryDir, path } = await makeLargeLibrary()
      const first = await openTestLibrary(libraryDir)
      const backup = await first.library.calls.backups.now()
      await first.library.close()
      await rateAndKill(libraryDir, 4)
      damageTable(path, 'photos', inTheMiddle)

      const { library, engine } = await openTestLibrary(libraryDir)
      expect(await library.calls.library.health()).toMatchObject({ condition: 'damaged', backup: { id: backup.id } })
      const statuses = ['ready', 'offline', 'pending', 'missing'] as const
      const list = await library.calls.photos.list({ filter: { statuses: [...statuses] }, limit: 1000 })
      expect(list.total).toBeGreaterThan(total / 2)
      expect(list.total).toBeLessThan(total)
      const id = list.tiles[0]!.id
      await expect(library.calls.photos.rate({ ids: [id], rating: 1 })).rejects.toMatchObject({
        code: 'library-damaged',
        message: expect.stringContaining('nothing is written to it. Restore a backup') as string,
      })
      expect(inEnglish((await library.calls.analysis.status()).problem)).toMatch(/The catalogue is damaged/)
      expect(engine.seen).toEqual([])
      await library.calls.backups.restore({ id: backup.id })
      await library.close()

      const restored = await openTestLibrary(libraryDir)
      expect(await restored.library.calls.library.health()).toMatchObject({ condition: 'sound', recovered: 1 })
      const rated = await restored.library.calls.photos.list({ filter: { ratingFrom: 4, statuses: [...statuses] } })
      expect(rated.total).toBeGreaterThanOrEqual(3)
    },
  )

  test(
    'is noticed while open: writing ends, no photo is blamed, and the rest of a page is shown',
    { tags: 'night' },
    async () => {
      const { libraryDir, path } = await makeLargeLibrary()
      damageTable(path, 'photos', inTheMiddle)
      const { library, log } = await openTestLibrary(libraryDir)
      const statuses = ['ready', 'offline', 'pending', 'missing'] as const
      const list = await library.calls.photos.list({ filter: { statuses: [...statuses] }, limit: 1000 })
      expect(list.tiles.length).toBe(1000)
      await until(
        () => library.calls.library.health(),
        ({ condition }) => condition === 'damaged',
      )
      await expect(library.calls.photos.rate({ ids: [1], rating: 1 })).rejects.toMatchObject({
        code: 'library-damaged',
      })
      const failed = await library.calls.photos.list({ filter: { statuses: ['failed'] } })
      expect(failed.total).toBe(0)
      expect(log.some(({ message }) => message.includes('health'))).toBe(true)
      await library.close()
      // Now that it is known, the next opening checks first.
      const again = await openTestLibrary(libraryDir)
      expect(await again.library.calls.library.health()).toMatchObject({ condition: 'damaged' })
    },
  )

  test('is noticed by its backup', { tags: 'night' }, async () => {
    const { libraryDir, path } = await makeLargeLibrary()
    const { library } = await openTestLibrary(libraryDir)
    damageTable(path, 'metadata', (pages) => pages.slice(-1))
    damageTable(path, 'photos', inTheMiddle)
    await expect(library.calls.backups.now()).rejects.toMatchObject({ code: 'library-damaged' })
    await until(
      () => library.calls.library.health(),
      ({ condition }) => condition === 'damaged',
    )
  })
})

test('a properly closed library is not checked', async () => {
  const { libraryDir, path } = await makeLargeLibrary()
  damageTable(path, 'photo_text_data', (pages) => pages.slice(-1))
  const { library } = await openTestLibrary(libraryDir)
  expect(await library.calls.library.health()).toMatchObject({ condition: 'sound' })
})
