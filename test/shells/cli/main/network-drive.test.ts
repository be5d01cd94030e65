import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { mountDisk } from '../../../fixtures/own-disk/mount-disk.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openTestLibrary } from '../../../library/library/open-test-library.ts'
import { beginHere, runHere } from '../run-here.ts'

test(
  'a library on a network drive gives a warning in each command, in health and in the log',
  { tags: 'night' },
  async ({ skip }) => {
    const disk = mountDisk({}, 'fuse.sshfs')
    if ('reason' in disk) return skip(disk.reason)
    const photos = tempFolder('photos')
    await drawPhotos(photos, 1)
    const warning = /library .* lies on a network drive.* Move the library folder to a disk of this machine/s
    const { library, log } = await openTestLibrary(join(disk.folder, 'library'))
    await library.hostCalls.addFolder({ path: photos })
    await library.hostCalls.waitUntilIdle()
    expect(inEnglish((await library.calls.library.health()).warning!)).toMatch(warning)
    expect(log.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      expect.stringMatching(warning),
    ])
    await library.close()
    const listed = await runHere(disk.folder, 'list')
    expect(listed).toMatchObject({ code: 0, stderr: expect.stringMatching(warning) as string })
    expect(listed.stdout).toContain('photo-001.jpg')
  },
)

test('a service whose data is on a network drive says so and runs', async ({ skip }) => {
  const disk = mountDisk({}, 'fuse.sshfs')
  if ('reason' in disk) return skip(disk.reason)
  const service = beginHere(tempFolder(), ['service', '--port', '0', '--data', join(disk.folder, 'service')])
  onTestFinished(async () => void (await service.stop()))
  await service.printed(/analyses pictures at/)
  expect(await service.stop()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('lies on a network drive') as string,
  })
})
