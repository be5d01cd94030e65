import { readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'

/** Where a machine shows connected drives; tests name other folders. */
export type DriveSources = {
  /** Folders in which connected drives appear by name. */
  driveFolders: readonly string[]
  /** The drives themselves. */
  drives: readonly string[]
}

/** A drive, or the picture folder of a camera's card. */
export type DrivePlace = { kind: 'drive' | 'card'; name: string; path: string }

export function usualDrives(): DriveSources {
  if (process.platform === 'darwin') return { driveFolders: ['/Volumes'], drives: [] }
  if (process.platform === 'win32')
    return { driveFolders: [], drives: Array.from('DEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:\\`) }
  const { username } = userInfo()
  return { driveFolders: [`/media/${username}`, `/run/media/${username}`], drives: [] }
}

/** Connected drives and cards. */
export async function findDrives({ driveFolders, drives }: DriveSources = usualDrives()): Promise<DrivePlace[]> {
  const mounted = await Promise.all(driveFolders.map(foldersIn))
  const found = await Promise.all([...drives, ...mounted.flat()].map(describeDrive))
  return found.flat()
}

/** Nothing for a drive letter without a drive, and for the empty folder that a drive left behind. */
async function describeDrive(path: string): Promise<DrivePlace[]> {
  const names = await readdir(path).catch((): string[] => [])
  if (names.length === 0) return []
  const name = basename(path) || path
  const pictures = join(path, 'DCIM')
  if (names.includes('DCIM') && (await isFolder(pictures))) return [{ kind: 'card', name, path: pictures }]
  return [{ kind: 'drive', name, path }]
}

/** Links are left out: on a Mac, the start volume is one that leads to everything. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
