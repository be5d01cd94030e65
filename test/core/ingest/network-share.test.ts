import { expect, test } from 'vitest'
import { mountTypeOf } from '../../../src-main/core/ingest/network-share.ts'

test('the type of a mount is that of the deepest one which holds the path', () => {
  const mounts = 'overlay / overlay rw 0 0\nnas:/photos /mnt/my\\040photos nfs4 rw 0 0\n//srv/x /mnt cifs rw 0 0\n'
  expect(mountTypeOf('/mnt/my photos/2020', mounts)).toBe('nfs4')
  expect(mountTypeOf('/mnt/other', mounts)).toBe('cifs')
  expect(mountTypeOf('/mnty', mounts)).toBe('overlay')
})
