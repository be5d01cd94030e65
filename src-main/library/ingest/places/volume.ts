import { readdir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { mountOf, readMounts, type Mount } from './mounts.ts'

/** Where Linux names file systems by their ids. */
const BY_ID = '/dev/disk/by-uuid'

/** What a folder is apart from its path: the volume it lies on, and its own number there. */
export type FolderIdentity = {
  /** The same text whenever the same volume is there, as far as the system tells. */ volume: string
  inode: string
}

/**
 * Tells a folder from another one at the same path, such as an empty mount point from the drive that belongs there.
 * Rejects where the folder cannot be looked at.
 */
export async function identityOf(folder: string): Promise<FolderIdentity> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return { volume: await volumeOf(folder, dev), inode: String(ino) }
}

async function volumeOf(folder: string, device: bigint): Promise<string> {
  if (process.platform === 'darwin') return `${volumeName(folder)} ${device}`
  const mount = mountOf(folder, await readMounts())
  // Windows has no mount table: its device number is the serial number of the volume.
  return mount === null ? `device ${device}` : nameMount(mount, BY_ID)
}

/** Numbers of devices change when the machine starts, so the name of the volume goes with it. */
function volumeName(folder: string): string {
  return /^\/Volumes\/([^/]+)/.exec(folder)?.[1] ?? 'system'
}

/**
 * The id of the file system where the system knows one, else its type with what was mounted. Device numbers say nothing
 * here: the kernel gives network shares and memory a new one each time.
 */
export async function nameMount({ type, source }: Mount, byId: string): Promise<string> {
  const id = path.isAbsolute(source) ? await idOfDevice(source, byId) : null
  return id === null ? `${type} ${source}` : `id ${id}`
}

async function idOfDevice(source: string, byId: string): Promise<string | null> {
  for (const id of await readdir(byId).catch(() => [])) {
    const target = await readlink(path.join(byId, id)).catch(() => null)
    if (target !== null && path.resolve(byId, target) === source) return id
  }
  return null
}
