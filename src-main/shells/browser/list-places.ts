import { readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { FolderPlace } from '../../contract/shell/browsing.ts'
import { type DriveSources, findDrives, usualDrives } from '../programs/find-drives.ts'
import type { Roots } from './roots.ts'

type Place = Omit<FolderPlace, 'isAllowed'>

/** Where a machine keeps its folders and drives; tests name other folders. */
export type PlaceSources = DriveSources & { home: string }

/**
 * Folders that often contain photos. Outside the roots it only names drives, and whether a camera wrote to them: a
 * person should see that a card is there, and is then asked about it on the machine itself.
 */
export async function listPlaces(
  roots: Roots,
  sources: PlaceSources = { home: homedir(), ...usualDrives() },
): Promise<FolderPlace[]> {
  const own = (await personalPlaces(sources.home)).filter(({ path }) => roots.holds(path))
  const others = roots.paths.map((path) => ({ kind: 'root' as const, name: basename(path) || path, path }))
  const found = [...own, ...(await findDrives(sources)), ...others]
  const first = found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index)
  return Promise.all(first.map(async (place) => ({ ...place, isAllowed: await leadsInside(place.path, roots) })))
}

async function personalPlaces(home: string): Promise<Place[]> {
  const named = await readUserDirs(home)
  const places: Place[] = [
    { kind: 'pictures', name: 'Pictures', path: named.get('PICTURES') ?? join(home, 'Pictures') },
    { kind: 'desktop', name: 'Desktop', path: named.get('DESKTOP') ?? join(home, 'Desktop') },
    { kind: 'downloads', name: 'Downloads', path: named.get('DOWNLOAD') ?? join(home, 'Downloads') },
    { kind: 'home', name: 'Home', path: home },
  ]
  const areThere = await Promise.all(places.map(({ path }) => isFolder(path)))
  // A desktop without such a folder names the home folder instead.
  return places.filter(({ kind, path }, index) => areThere[index] && (kind === 'home' || path !== home))
}

/** The names of the person's folders on a Linux desktop: `XDG_PICTURES_DIR="$HOME/Bilder"`. */
async function readUserDirs(home: string): Promise<Map<string, string>> {
  const text = await readFile(join(home, '.config', 'user-dirs.dirs'), 'utf8').catch(() => '')
  const lines = text.matchAll(/^XDG_([A-Z]+)_DIR="(\$HOME)?(.*)"$/gm)
  return new Map([...lines].map(([, name, inHome, path]) => [name!, inHome ? resolve(join(home, path!)) : path!]))
}

/** A person's picture folder may be a link to another disk. */
const leadsInside = (path: string, roots: Roots): Promise<boolean> =>
  realpath(path).then(
    (real) => roots.holds(real),
    () => false,
  )

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
