import type { Text } from '../../contract/sentences/text.ts'
import { opendir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import { describeAccess, describeEmptied, describeOtherVolume, isForbidden } from './places/describe-access.ts'
import { isSkippedName } from './places/supported.ts'
import { identityOf, type FolderIdentity } from './places/volume.ts'

/**
 * The present state of a watched folder. `offline`: its folder or drive is not there; `unreadable`: it is there but may
 * not be read. `problem` says what to do about it.
 */
export type RootProbe =
  | { state: 'present'; identity: FolderIdentity }
  | { state: 'offline' | 'unreadable'; problem: Text }

/** An empty folder that had this many photos probably lost its drive or connection. */
const MANY_PHOTOS = 20

/** The minimum share of a folder's photos at their places for it to be the same folder on another volume. */
const SAME_SHARE = 0.5

/**
 * Checks whether a root's own folder is at its path. It is not if something else is mounted there, or nothing is: an
 * empty mount point would otherwise mean that all photos were deleted.
 */
export async function probeRoot(folders: Pick<Catalog['folders'], 'sample'>, root: RootRow): Promise<RootProbe> {
  try {
    const isEmpty = await isEmptyFolder(root.path)
    const identity = await identityOf(root.path)
    if (isEmpty && isEmptiedAtOnce(folders, root, identity)) return offline(describeEmptied(root.path))
    if (isOtherVolume(root, identity) && !(await holdsItsPhotos(folders, root)))
      return offline(describeOtherVolume(root.path))
    return { state: 'present', identity }
  } catch (error) {
    return { state: isForbidden(error) ? 'unreadable' : 'offline', problem: describeAccess(root.path, error) }
  }
}

const offline = (problem: Text): RootProbe => ({ state: 'offline', problem })

async function isEmptyFolder(folder: string): Promise<boolean> {
  for await (const { name } of await opendir(folder)) if (!isSkippedName(name)) return false
  return true
}

function isEmptiedAtOnce(folders: Pick<Catalog['folders'], 'sample'>, root: RootRow, now: FolderIdentity): boolean {
  const isSameFolder = !isOtherVolume(root, now) && (root.inode === '' || root.inode === now.inode)
  return folders.sample(root.id, MANY_PHOTOS).length >= (isSameFolder ? MANY_PHOTOS : 1)
}

const isOtherVolume = (root: RootRow, { volume }: FolderIdentity) => root.volume !== '' && root.volume !== volume

/**
 * The away root whose own folder is at this path now, such as a drive mounted elsewhere: the same volume, and the same
 * folder there or a volume that is nowhere else. A copy on another volume does not count.
 */
export async function findReturned(
  folders: Pick<Catalog['folders'], 'sample'>,
  roots: readonly RootRow[],
  folder: string,
): Promise<RootRow | null> {
  const identity = await identityOf(folder)
  for (const root of roots) {
    if (root.isAvailable || root.volume === '' || root.volume !== identity.volume) continue
    if (root.inode !== identity.inode && (await isVolumeStillAt(root))) continue
    if (folders.sample(root.id, 1).length > 0 && (await holdsItsPhotos(folders, { ...root, path: folder }))) return root
  }
  return null
}

/** Whether the volume of a root is mounted at its old place: then only its folder is gone. */
async function isVolumeStillAt({ path: folder, volume }: RootRow): Promise<boolean> {
  for (let place = folder; ; place = path.dirname(place)) {
    const there = await identityOf(place).catch(() => null)
    if (there !== null) return there.volume === volume
    if (place === path.dirname(place)) return false
  }
}

/**
 * Whether photos of a root are at its path. Volumes get other names when drives are copied or servers renamed: then the
 * photos themselves decide.
 */
export async function holdsItsPhotos(folders: Pick<Catalog['folders'], 'sample'>, root: RootRow): Promise<boolean> {
  const held = folders.sample(root.id, MANY_PHOTOS)
  const found = await Promise.all(
    held.map(async ({ folder, name, bytes }) => {
      const stats = await stat(path.join(root.path, folder, name)).catch(() => null)
      return stats !== null && stats.size === bytes
    }),
  )
  return found.filter(Boolean).length >= held.length * SAME_SHARE
}
