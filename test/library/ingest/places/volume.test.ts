import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { identityOf, nameMount } from '../../../../src-main/library/ingest/places/volume.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { bindMount, canMount, mountMemory, unmount } from '../../../fixtures/mounts.ts'

const mount = { point: '/mnt', device: '8:17', root: '/', type: 'ext4', source: '' }

test('a volume is named by the id of its file system, or else by what was mounted', async () => {
  const dir = tempFolder('volumes')
  const byId = join(dir, 'by-uuid')
  await mkdir(byId)
  await writeFile(join(dir, 'sdb1'), '')
  await symlink('../sdb1', join(byId, '1234-ABCD'))
  expect(await nameMount({ ...mount, source: join(dir, 'sdb1') }, byId)).toBe('id 1234-ABCD')
  expect(await nameMount({ ...mount, source: '/dev/sdc1' }, byId)).toBe('ext4 /dev/sdc1')
  expect(await nameMount({ ...mount, type: 'nfs4', source: 'nas:/photos' }, join(dir, 'none'))).toBe('nfs4 nas:/photos')
})

test('a folder stays the same one after other changes, and is another one if it was created again', async () => {
  const dir = tempFolder('volumes')
  await mkdir(join(dir, 'a'))
  await mkdir(join(dir, 'b'))
  const [a, b] = [await identityOf(join(dir, 'a')), await identityOf(join(dir, 'b'))]
  await writeFile(join(dir, 'a', 'x'), '')
  expect(await identityOf(join(dir, 'a'))).toEqual(a)
  expect(b.volume).toBe(a.volume)
  expect(b.inode).not.toBe(a.inode)
  await expect(identityOf(join(dir, 'c'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(canMount)(
  'a volume mounted over a folder is another volume; mounting the same one again is the same',
  { tags: 'night' },
  async () => {
    const dir = tempFolder('volumes')
    const below = await identityOf(dir)
    mountMemory(dir)
    const first = await identityOf(dir)
    unmount(dir)
    expect(await identityOf(dir)).toEqual(below)
    mountMemory(dir)
    expect(first.volume).not.toBe(below.volume)
    expect((await identityOf(dir)).volume).toBe(first.volume)
    await mkdir(join(dir, 'to'))
    await mkdir(join(dir, 'from'))
    bindMount(join(dir, 'from'), join(dir, 'to'))
    expect(await identityOf(join(dir, 'to'))).toEqual(await identityOf(join(dir, 'from')))
    unmount(join(dir, 'to'))
  },
)
