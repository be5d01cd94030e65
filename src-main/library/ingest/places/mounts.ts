import { readFile } from 'node:fs/promises'

/** A line of the mount table: `device` is `major:minor`, `root` the mounted part of the file system. */
export type Mount = { point: string; device: string; root: string; type: string; source: string }

/** The kernel's list of mounts; only Linux has it. */
export const MOUNT_TABLE = '/proc/self/mountinfo'

/** The mounts of a table as in /proc/self/mountinfo, in its order. */
export function parseMounts(table: string): Mount[] {
  return table.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , device, root, point] = before.split(' ')
    const [type, source] = after.split(' ')
    if (device === undefined || root === undefined || point === undefined || !type) return []
    return [{ point: plain(point), device, root: plain(root), type, source: plain(source ?? '') }]
  })
}

/** The mounts of this machine; none if the system has no mount table. */
export async function readMounts(): Promise<Mount[]> {
  if (process.platform !== 'linux') return []
  return parseMounts(await readFile(MOUNT_TABLE, 'utf8').catch(() => ''))
}

/** The mount of a path: the deepest, and of two at one place the later one, which covers the other. */
export function mountOf(target: string, mounts: readonly Mount[]): Mount | null {
  let best: Mount | null = null
  for (const mount of mounts) {
    const isAbove =
      target === mount.point || target.startsWith(mount.point.endsWith('/') ? mount.point : `${mount.point}/`)
    if (isAbove && mount.point.length >= (best?.point.length ?? 0)) best = mount
  }
  return best
}

/** The table has spaces and the like as octal numbers of their UTF-8 bytes. */
function plain(escaped: string): string {
  if (!escaped.includes('\\')) return escaped
  const latin1 = Buffer.from(escaped, 'utf8')
    .toString('latin1')
    .replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
  return Buffer.from(latin1, 'latin1').toString('utf8')
}
