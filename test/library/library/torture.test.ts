import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { byNight } from '../../fixtures/night.ts'
import { mountSmallDisk } from '../../fixtures/small-disk.ts'
import { Torture } from '../../torture/torture.ts'

/** The short version of `npm run torture`: the same operations on a few photos. */
test('nothing is lost while other programs, a person, crashes and a full disk affect one library', async () => {
  const disk = mountSmallDisk(200_000_000)
  const drive = mountSmallDisk(50_000_000)
  const rounds = byNight(1, 4)
  const torture = new Torture({
    seed: 7,
    files: byNight(6, 24),
    rounds,
    changes: byNight(6, 10),
    folders: [join(tempFolder('photos'), 'one'), join('folder' in drive ? drive.folder : tempFolder(), 'two')],
    libraryDir: 'folder' in disk ? disk.folder : tempFolder('library'),
    modelsDir: tempFolder('models'),
    writing: ['files', 'sidecars'],
    isSmallDisk: 'folder' in disk,
  })
  const run = await torture.run()
  expect(run.losses, torture.log).toEqual([])
  expect(run.rounds).toBe(rounds)
})
