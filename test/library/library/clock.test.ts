import { expect, onTestFinished, test, vi } from 'vitest'
import { join } from 'node:path'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from './open-core.ts'

const YEAR_MS = 365 * 86_400_000

test.each([-40, 40])(
  'a clock that leaps by %s years stops nothing, deletes nothing, and floods nobody',
  async (years) => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 2)
    const { core, log } = await openCore(libraryDir)
    const { id } = await core.hostCalls.addFolder({ path: photosDir })
    await core.hostCalls.waitUntilIdle()
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() + years * YEAR_MS)
    onTestFinished(() => void vi.restoreAllMocks())

    await drawPhoto(join(photosDir, 'later.jpg'), { seed: 7 })
    await core.library.folders.rescan({ id })
    await core.hostCalls.waitUntilIdle()
    const { tiles } = await until(
      () => core.library.photos.list({}),
      ({ total }) => total === 3,
    )
    await core.library.photos.rate({ ids: tiles.map((tile) => tile.id), rating: 4 })
    await core.library.backups.now()
    expect((await core.library.photos.list({ filter: { ratingFrom: 4 } })).total).toBe(3)
    await core.close()
    const { core: reopened } = await openCore(libraryDir)
    await reopened.hostCalls.waitUntilIdle()
    expect((await reopened.library.photos.list({ filter: { ratingFrom: 4 } })).total).toBe(3)
    expect((await reopened.library.backups.list()).backups).toHaveLength(1)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
    expect(warnings.filter((name) => name === 'TimeoutOverflowWarning' || name === 'TimeoutNegativeWarning')).toEqual(
      [],
    )
  },
)
