import { expect, test } from 'vitest'
import { mountOf, parseMounts, readMounts } from '../../../../src-main/library/ingest/places/mounts.ts'

const table = [
  '27 1 254:0 / / rw,relatime - overlay overlay rw',
  '30 27 0:45 / /mnt/my\\040photos rw master:1 - nfs4 nas:/photos rw',
  '31 27 0:46 / /mnt/caf\\303\\251 rw shared:2 master:1 - cifs //srv/x rw',
  '32 27 8:17 /sub /mnt rw - ext4 /dev/sdb1 rw',
  '33 32 8:33 / /mnt rw - vfat /dev/sdc1 rw',
].join('\n')

test("a path's mount is the deepest one that holds it; of two at one place, the later one", () => {
  const mounts = parseMounts(table)
  expect(mountOf('/mnt/my photos/2020', mounts)).toMatchObject({ type: 'nfs4', source: 'nas:/photos', device: '0:45' })
  expect(mountOf('/mnt/café', mounts)).toMatchObject({ type: 'cifs', source: '//srv/x' })
  expect(mountOf('/mnt/other', mounts)).toMatchObject({ type: 'vfat', source: '/dev/sdc1' })
  expect(mountOf('/mnty', mounts)).toMatchObject({ type: 'overlay' })
  expect(mountOf('/x', [])).toBeNull()
})

test.runIf(process.platform === 'linux')('this machine has a root file system', async () => {
  expect(mountOf('/', await readMounts())).toMatchObject({ point: '/' })
})
