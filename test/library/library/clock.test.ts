import { expect, onTestFinished, test, vi } from 'vitest'
import { join } from 'node:path'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from './open-test-library.ts'

const YEAR_MS = 365 * 86_400_000

test.each([-40, 40])(
  'a clock that jumps by %s years stops nothing, deletes nothing, and causes no flood of events',
  async (years) => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 2)
    const { library, log } = await openTestLibrary(libraryDir)
    const { id } = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() + years * YEAR_MS)
    onTestFinished(() => void vi.restoreAllMocks())

    await drawPhoto(join(photosDir, 'later.jpg'), { seed: 7 })
    await library.calls.folders.rescan({ id })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await until(
      () => library.calls.photos.list({}),
      ({ total }) => total === 3,
    )
    await library.calls.photos.rate({ ids: tiles.map((tile) => tile.id), rating: 4 })
    await library.calls.backups.now()
    expect((await library.calls.photos.list({ filter: { ratingFrom: 4 } })).total).toBe(3)
    await library.close()
    const { library: reopened } = await openTestLibrary(libraryDir)
    await reopened.hostCalls.waitUntilIdle()
    expect((await reopened.calls.photos.list({ filter: { ratingFrom: 4 } })).total).toBe(3)
    expect((await reopened.calls.backups.list()).backups).toHaveLength(1)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
    expect(warnings.filter((name) => name === 'TimeoutOverflowWarning' || name === 'TimeoutNegativeWarning')).toEqual(
      [],
    )
  },
)
