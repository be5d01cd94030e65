import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, normalize, relative } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { expandHome } from '../places.ts'
import { type Entry, listEntries } from './list-entries.ts'

/** The folders below which a browser may name paths. Links are followed before a path is judged. */
export type Roots = {
  readonly paths: readonly string[]
  /** Whether a real path is a root or lies below one. */
  holds(real: string): boolean
  /** The real path of an existing folder; throws `outside-roots` or `not-a-folder`. */
  resolveFolder(path: string): string
  /** The real path of an existing file; throws `outside-roots` or `bad-params`. */
  resolveFile(path: string): string
  /** The real path of either; throws `outside-roots` or `bad-params`. */
  resolveEntry(path: string): string
  /** Like `resolveFolder`, but makes the folder where it is new, never outside the roots. */
  makeFolder(path: string): string
  /** Visible folders directly below, and files where asked for; the roots themselves for an empty path. */
  listEntries(path: string, options: { withFiles: boolean }): Promise<Entry[]>
}

/** Throws `not-a-folder` where a root itself is not there. */
export function createRoots(given: readonly string[]): Roots {
  const paths = [...new Set(given.map((path) => realFolder(expandHome(path))))]
  const holds = (real: string) => paths.some((root) => isBelow(root, real))
  const demandInside = (path: string) => {
    if (!holds(path))
      throw new AppError(
        'outside-roots',
        `This window may only use folders in: ${paths.join(', ')}. Others are allowed on the machine itself, by "lumafold allow".`,
      )
    return path
  }
  const resolveReal = (path: string, realOf: (path: string) => string) => {
    const asked = fullPath(path)
    demandInside(nearestReal(asked)) // before anything is said about what exists
    return demandInside(realOf(asked))
  }
  const resolveFolder = (path: string) => resolveReal(path, realFolder)
  return {
    paths,
    holds,
    resolveFolder,
    resolveFile: (path) => resolveReal(path, realFile),
    resolveEntry: (path) => resolveReal(path, realEntry),
    makeFolder(path) {
      const asked = fullPath(path)
      demandInside(nearestReal(asked))
      makeMissing(asked)
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

/** A path as a person writes it, in full and without detours; throws `bad-params` where it is not a full one. */
export function fullPath(path: string): string {
  const expanded = expandHome(path.trim())
  if (!isAbsolute(expanded) || expanded.includes('\0'))
    throw new AppError('bad-params', `"${path}" is not a full path: begin with / (or ~, or a drive letter).`)
  return normalize(expanded)
}

function realFolder(path: string): string {
  const real = tryRealPath(path)
  if (real === null) throw new AppError('not-a-folder', `There is no folder at ${path}.`)
  if (!statSync(real).isDirectory()) throw new AppError('not-a-folder', `${path} is a file, not a folder.`)
  return real
}

function realEntry(path: string): string {
  const real = tryRealPath(path)
  if (real === null) throw new AppError('bad-params', `There is no file or folder at ${path}.`)
  return real
}

function realFile(path: string): string {
  const real = tryRealPath(path)
  if (real === null) throw new AppError('bad-params', `There is no file at ${path}.`)
  if (!statSync(real).isFile()) throw new AppError('bad-params', `${path} is no file. Name the photo's file.`)
  return real
}

/** The real path of the deepest part of a path that exists, which is where new folders would be made. */
function nearestReal(path: string): string {
  for (let place = path; ; place = dirname(place)) {
    const real = tryRealPath(place)
    if (real !== null || place === dirname(place)) return real ?? place
  }
}

function tryRealPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null // missing, or not to be read by this person: the callers say which path was meant
  }
}

function makeMissing(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new AppError(
      'target-not-writable',
      `The folder ${path} could not be made: ${reasonOf(error as NodeJS.ErrnoException)}.`,
      { cause: error },
    )
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  const known: Record<string, string> = {
    EEXIST: 'a file has that name',
    ENOTDIR: 'a part of the path is a file',
    EACCES: 'you may not write there',
    EPERM: 'you may not write there',
    EROFS: 'the disk can only be read',
    ENOSPC: 'the disk is full',
    ENAMETOOLONG: 'the name is too long',
  }
  return known[code ?? ''] ?? message
}
