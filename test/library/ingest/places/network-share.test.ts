import { expect, test } from 'vitest'
import {
  isNetworkType,
  isUncPath,
  typeFromMountLines,
} from '../../../../src-main/library/ingest/places/network-share.ts'

test('network file systems are recognised by their type', () => {
  const other = ['nfs', 'nfs4', 'cifs', 'smb3', 'smbfs', 'afpfs', 'webdav', '9p', 'fuse.sshfs', 'fuse.rclone']
  expect(other.filter((type) => !isNetworkType(type))).toEqual([])
  expect(['ext4', 'btrfs', 'apfs', 'vfat', 'tmpfs', 'fuse.mergerfs', 'fuseblk'].filter(isNetworkType)).toEqual([])
})

test('on macOS the type comes from the deepest mount that holds the path', () => {
  const lines = [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    '//ann@nas.local/My%20photos on /Volumes/My photos (smbfs, nodev, nosuid, mounted by ann)',
  ].join('\n')
  expect(typeFromMountLines('/Volumes/My photos/2020', lines)).toBe('smbfs')
  expect(typeFromMountLines('/Volumes/My photos 2', lines)).toBe('apfs')
  expect(typeFromMountLines('/x', '')).toBeNull()
})

test('on Windows the form of a path reveals a share', () => {
  expect([String.raw`\\nas\photos`, String.raw`\\?\UNC\nas\photos`].every(isUncPath)).toBe(true)
  expect([String.raw`\\?\C:\photos`, String.raw`\\.\C:`, String.raw`C:\photos`].some(isUncPath)).toBe(false)
})
