import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, isAbsolute, normalize, relative, join } from 'node:path'
import { AppError, isDiskFull, textOf } from '../../contract/errors.ts'
import { foreign, say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { codeOf } from '../../base/files/file-errors.ts'
import { pathReasons } from '../../library/host/explain-system-error.ts'
import { expandHome } from '../places.ts'
import { nearestReal, realEntry, realFile, realFolder, realPathOf } from './real-paths.ts'

/** The folders below which a browser may name paths. Links are resolved before a path is checked. */
export type Roots = {
  readonly paths: readonly string[]
  /** Whether a real path is a root or below one. */
  holds(real: string): boolean
  /** The real path of an existing folder; rejects with `outside-roots` or `not-a-folder`. */
  resolveFolder(path: string): Promise<string>
  /** The real path of an existing file; rejects with `outside-roots` or `bad-params`. */
  resolveFile(path: string): Promise<string>
  /** The real path of an existing file or folder; rejects with `outside-roots` or `bad-params`. */
  resolveEntry(path: string): Promise<string>
  /** Like `resolveFolder`, but creates the folder if needed, never outside the roots. */
  makeFolder(path: string): Promise<string>
  /** Visible subfolders, and files on request; the roots themselves for an empty path. */
  listEntries(path: string, options: { withFiles: boolean }): Promise<Entry[]>
}

/** Rejects with `not-a-folder` if a root itself does not exist. */
export async function openRoots(given: readonly string[]): Promise<Roots> {
  return rootsAt(await Promise.all(given.map((path) => realFolder(expandHome(path)))))
}

/** Roots by their real paths, whether they exist or not. */
export function rootsAt(realPaths: readonly string[]): Roots {
  const paths = [...new Set(realPaths)]
  const holds = (real: string) => paths.some((root) => isBelow(root, real))
  const demandInside = (path: string) => {
    if (!holds(path)) throw new AppError('outside-roots', say('paths.outsideRoots', { paths: paths.map(foreign) }))
    return path
  }
  const resolveReal = async (path: string, realOf: (path: string) => Promise<string>) => {
    const asked = fullPath(path)
    demandInside(await nearestReal(asked)) // before revealing what exists
    return demandInside(await realOf(asked))
  }
  const resolveFolder = (path: string) => resolveReal(path, realFolder)
  return {
    paths,
    holds,
    resolveFolder,
    resolveFile: (path) => resolveReal(path, realFile),
    resolveEntry: (path) => resolveReal(path, realEntry),
    async makeFolder(path) {
      const asked = fullPath(path)
      demandInside(await nearestReal(asked))
      await makeMissing(asked)
      return resolveFolder(asked)
    },
    async listEntries(path, options) {
      if (path.trim() === '') return paths.map((root) => ({ name: root, path: root, isFolder: true }))
      return listEntries(fullPath(path), options, { holds, demand: demandInside })
    },
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way))
}

/** A path as entered by a person, absolute and normalised; throws `bad-params` if it is relative. */
export function fullPath(path: string): string {
  const expanded = expandHome(path.trim())
  if (!isAbsolute(expanded) || expanded.includes('\0')) throw new AppError('bad-params', say('paths.notFull', { path }))
  return normalize(expanded)
}

async function makeMissing(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw new AppError('target-not-writable', whyNotMade(path, error), { cause: error })
  }
}

function whyNotMade(path: string, error: unknown): Text {
  const code = codeOf(error)
  if (code === 'ENAMETOOLONG') return say('files.longName', { name: basename(path) })
  if (isDiskFull(error)) return say('errors.diskFull', { path })
  const reason = pathReasons[code]
  return reason === undefined ? say('paths.notMade', { path, reason: textOf(error) }) : say(reason, { path })
}

const MAX_ENTRIES = 1000

/** A folder or file directly below another folder. */
type Entry = { name: string; path: string; isFolder: boolean }

/** The real paths that a browser may name; `demand` throws `outside-roots` for any other. */
type Allowed = { holds(real: string): boolean; demand(real: string): string }

/**
 * Visible subfolders of an absolute path, by name, and files on request; at most a thousand. Only the caller waits for
 * a disk that does not answer. Rejects with `outside-roots` or `not-a-folder`.
 */
async function listEntries(path: string, { withFiles }: { withFiles: boolean }, allowed: Allowed): Promise<Entry[]> {
  allowed.demand(await nearestReal(path)) // before revealing what exists
  const folder = allowed.demand(await realFolder(path))
  const found: Entry[] = []
  for (const name of await visibleNames(folder)) {
    const place = join(folder, name)
    const real = await realPathOf(place)
    const stats = real === null ? null : await stat(real).catch(() => null)
    if (real === null || stats === null || !allowed.holds(real)) continue
    const isFolder = stats.isDirectory()
    if (isFolder || (withFiles && stats.isFile())) found.push({ name, path: place, isFolder })
    if (found.length === MAX_ENTRIES) break
  }
  return found
}

async function visibleNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !name.startsWith('.')).sort((a, b) => a.localeCompare(b))
  } catch (error) {
    throw new AppError('not-a-folder', say('paths.noFolder', { path: folder }), { cause: error })
  }
}
