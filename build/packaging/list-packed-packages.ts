import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package whose code is in the installed program. */
export type PackedPackage = { name: string; version: string; licence: string; author: string; folder: string }

type LockEntry = {
  version?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, LockEntry> }
type Manifest = { license?: unknown; licenses?: unknown; author?: unknown; version: string }

/** Electron includes Node, so the pinned one is left out. */
const leftOut = /^node_modules\/node-(bin-)?(linux|darwin|win)/

/**
 * The packed packages, by name: those that the program needs at run time, and those that the window's page is built
 * from. Packages that are not installed on this system (binaries of others) are not packed here either.
 */
export function listPackedPackages(projectDir: string): PackedPackage[] {
  const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Lock
  const places = new Set(Object.keys(lock.packages).filter((place) => place !== '' && !lock.packages[place]!.dev))
  for (const name of importedByPage(projectDir)) addWithNeeds(lock, `node_modules/${name}`, places)
  return [...places]
    .filter((place) => !leftOut.test(place) && existsSync(join(projectDir, place, 'package.json')))
    .map((place) => describe(projectDir, place))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function addWithNeeds(lock: Lock, place: string, places: Set<string>): void {
  const entry = lock.packages[place]
  if (entry === undefined || places.has(place)) return
  places.add(place)
  for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })) {
    const found = whereFrom(lock, place, name)
    if (found !== null) addWithNeeds(lock, found, places)
  }
}

/** The folder in which a package finds another one, in Node's order: within its own, then further up. */
function whereFrom(lock: Lock, place: string, name: string): string | null {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[candidate] !== undefined) return candidate
    if (folder === '') return null
  }
}

/** Names of the packages that the window's sources import. */
function importedByPage(projectDir: string): Set<string> {
  const folder = join(projectDir, 'src-renderer')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|vue|css)$/.test(name),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from\s+|import\s+|url\()['"]([^.'"/][^'"]*)['"]/g)].map(
      ([, path]) => path!.split('/', path!.startsWith('@') ? 2 : 1).join('/'),
    ),
  )
  return new Set(names)
}

function describe(projectDir: string, place: string): PackedPackage {
  const folder = join(projectDir, place)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return {
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: manifest.version,
    licence: licenceOf(manifest),
    author: authorOf(manifest.author),
    folder,
  }
}

/** The licence as an SPDX expression; empty if the package names none. Old packages have an object, or a list. */
function licenceOf({ license, licenses }: Manifest): string {
  const given = [license ?? licenses]
    .flat()
    .map((one) => (typeof one === 'object' ? (one as { type?: string }).type : one))
  return given.filter((one): one is string => typeof one === 'string').join(' OR ')
}

const authorOf = (author: unknown): string =>
  typeof author === 'string' ? author : ((author as { name?: string } | undefined)?.name ?? '')
