import type { Dirent } from 'node:fs'
import { opendir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { say, several } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { codeOf } from '../../base/files/file-errors.ts'
import { isForbidden, permissionRemedy } from '../../library/ingest/places/describe-access.ts'
import type { BrowsedFolder, FolderListing } from '../../contract/shell/browsing.ts'
import { isSkippedName } from '../../library/ingest/places/supported.ts'
import { fullPath, type Roots } from './roots.ts'

const MAX_FOLDERS = 1000

/**
 * Subfolders of a folder, by name, without files. Links that lead out of the roots are left out. Throws
 * `outside-roots`, `not-a-folder`, or `file-unreadable` if the person may not read it.
 */
export async function browseFolder(
  roots: Roots,
  { path, withHidden }: { path: string; withHidden: boolean },
): Promise<FolderListing> {
  if (path.trim() === '') return listRoots(roots)
  // Below a link, paths continue as the person named them: a folder listed twice has two paths.
  const folder = fullPath(path)
  const names = await folderNames(folder, await readAll(await roots.resolveFolder(path)), roots)
  const wanted = names.filter((name) => withHidden || !isSkippedName(name)).sort(byName)
  const folders = await Promise.all(wanted.slice(0, MAX_FOLDERS).map((name) => describe(name, join(folder, name))))
  return { path: folder, parent: await above(folder, roots), folders, isCut: wanted.length > MAX_FOLDERS }
}

async function above(folder: string, roots: Roots): Promise<string | null> {
  const parent = dirname(folder)
  return parent !== folder && (await leadsInside(parent, roots)) ? parent : null
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })

async function listRoots(roots: Roots): Promise<FolderListing> {
  const folders = await Promise.all(roots.paths.map((path) => describe(path, path)))
  return { path: '', parent: null, folders: folders.map((root) => ({ ...root, isHidden: false })), isCut: false }
}

async function readAll(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw new AppError('file-unreadable', whyUnreadable(folder, error), { cause: error })
  }
}

function whyUnreadable(path: string, error: unknown): Text {
  const code = codeOf(error) || 'unknown error'
  if (!isForbidden(error)) return say('folders.unreadable', { path, code })
  return several([say('folders.forbidden', { path, code }), permissionRemedy(process.platform)])
}

/** Names of real folders, and of links to folders within the roots. */
async function folderNames(folder: string, entries: readonly Dirent[], roots: Roots): Promise<string[]> {
  const links = entries.filter((entry) => entry.isSymbolicLink())
  const areInside = await Promise.all(links.map(({ name }) => leadsInside(join(folder, name), roots)))
  const kept = new Set(links.filter((_link, index) => areInside[index]))
  return entries.filter((entry) => entry.isDirectory() || kept.has(entry)).map(({ name }) => name)
}

async function leadsInside(path: string, roots: Roots): Promise<boolean> {
  try {
    const real = await realpath(path)
    return roots.holds(real) && (await stat(real)).isDirectory()
  } catch {
    return false // it leads nowhere, or the person may not read the target
  }
}

async function describe(name: string, path: string): Promise<BrowsedFolder> {
  return { name, path, isHidden: isSkippedName(name), isReadable: await isReadable(path) }
}

/** Tries to open the folder, because permissions alone do not cover systems that ask the person, such as macOS. */
async function isReadable(path: string): Promise<boolean> {
  try {
    await (await opendir(path)).close()
    return true
  } catch {
    return false
  }
}
