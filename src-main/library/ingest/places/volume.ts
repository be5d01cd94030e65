import { readdir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { mountOf, readMounts, type Mount } from './mounts.ts'

/** Linux lists file systems by their ids here. */
const BY_ID = '/dev/disk/by-uuid'

/** Identifies a folder independently of its path: its volume and its number there. */
export type FolderIdentity = {
  /** The same text whenever the same volume is there, as far as the system tells. */
  volume: string
  inode: string
}

/**
 * Distinguishes a folder from another one at the same path, such as a drive from its empty mount point. Rejects if the
 * folder cannot be checked.
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

/** Device numbers change when the machine starts, so the name of the volume is added. */
function volumeName(folder: string): string {
  return /^\/Volumes\/([^/]+)/.exec(folder)?.[1] ?? 'system'
}

/**
 * The id of the file system if the system knows one, else its type with the mounted source. Device numbers do not help
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
