import { readFile } from 'node:fs/promises'
import path from 'node:path'

const networkTypes =
  /^(nfs\d?|cifs|smb3?|smbfs|ncpfs|afs|9p|davfs|fuse\.(sshfs|rclone|s3fs|gvfsd-fuse|davfs2?|curlftpfs))$/

/** The type of the file system a path lies on, from a mount table as in /proc/mounts. */
export function mountTypeOf(target: string, mounts: string): string | null {
  let best: { point: string; type: string } | null = null
  for (const line of mounts.split('\n')) {
    const [, point, type] = line.split(' ')
    if (point === undefined || type === undefined) continue
    const plain = point.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    const holds = target === plain || target.startsWith(plain.endsWith('/') ? plain : `${plain}/`)
    if (holds && plain.length >= (best?.point.length ?? 0)) best = { point: plain, type }
  }
  return best?.type ?? null
}

/** Whether a folder lies on a network share, where no events arrive for what other machines change. */
export async function isOnNetworkShare(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return path.win32.resolve(folder).startsWith('\\\\')
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  return networkTypes.test(mountTypeOf(folder, mounts) ?? '')
}
