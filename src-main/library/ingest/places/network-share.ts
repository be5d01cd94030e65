import { execFile } from 'node:child_process'
import { realpath } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { mountOf, readMounts } from './mounts.ts'

const networkTypes =
  /^(nfs\d?|cifs|smb3?|smbfs|ncpfs|afs|afpfs|9p|ceph|webdav|davfs|fuse\.(sshfs|rclone|s3fs|gvfsd-fuse|davfs2?|curlftpfs|glusterfs|cephfs))$/

/** Whether file systems of this type are on another machine. */
export const isNetworkType = (type: string): boolean => networkTypes.test(type)

/**
 * The type of a path's file system, from the output of `mount` on macOS: `//ann@nas/photos on /Volumes/photos (smbfs,
 * nodev, nosuid)`. Null if no line contains the path.
 */
export function typeFromMountLines(target: string, lines: string): string | null {
  let best: { point: string; type: string } | null = null
  for (const line of lines.split('\n')) {
    const [, point, type] = / on (.+) \(([^,)]+)[^)]*\)$/.exec(line) ?? []
    if (point === undefined || type === undefined) continue
    const isAbove = target === point || target.startsWith(point.endsWith('/') ? point : `${point}/`)
    if (isAbove && point.length >= (best?.point.length ?? 0)) best = { point, type }
  }
  return best?.type ?? null
}

/** Whether a path of Windows names a share: `\\server\share`, not the long form of a local one, `\\?\C:\`. */
export const isUncPath = (target: string): boolean =>
  /^\\\\\?\\UNC\\/i.test(target) || (target.startsWith('\\\\') && !/^\\\\[?.]\\/.test(target))

/** Whether a folder is on a network share, where changes by other machines cause no events. */
export async function isOnNetworkShare(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return isUncPath(path.win32.resolve(folder)) || isUncPath(await behindDrive(folder))
  if (process.platform === 'darwin') return isNetworkType(typeFromMountLines(folder, await mountLines()) ?? '')
  return isNetworkType(mountOf(folder, await readMounts())?.type ?? '')
}

/** A mapped drive, such as `Z:`, leads to the share behind it. */
const behindDrive = (folder: string): Promise<string> => promisify(realpath.native)(folder).catch(() => folder)

const mountLines = (): Promise<string> =>
  promisify(execFile)('/sbin/mount', { timeout: 5_000 }).then(
    ({ stdout }) => stdout,
    () => '',
  )
