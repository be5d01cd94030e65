import { lstat, copyFile, link, mkdir, rm, stat, unlink, utimes, readdir, readFile } from 'node:fs/promises'
import { AppError, textOf } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { Trash, PutBack, TrashedFile } from '../../library/host/trash.ts'
import { constants } from 'node:fs'
import path from 'node:path'
import { hashFile } from '../../base/files/hash.ts'
import { homedir } from 'node:os'

type Move = (path: string) => Promise<unknown>

/** Advice for systems that do not tell programs what is in their trash. */
const byHand: Readonly<Record<string, Text>> = {
  darwin: say('files.restoreMac'),
  win32: say('files.restoreWindows'),
}

/**
 * The trash of this system. On Linux that is the one of freedesktop.org, from which files can be restored; other
 * systems use `move` if it is given.
 */
export function openTrash(move?: Move, platform: NodeJS.Platform = process.platform): Trash {
  const advice = byHand[platform] ?? null
  const put = advice !== null && move !== undefined ? move : moveToTrash
  return {
    advice,
    put: async (path) => {
      await put(path).catch((error: unknown) => refuse(path, textOf(error), error))
      if (await isThere(path)) refuse(path, say('files.leftInPlace'))
    },
    putBack: (files) =>
      advice === null
        ? putBackFromTrash(files)
        : Promise.resolve(files.map(({ path }) => ({ path, outcome: 'by-hand', reason: advice }))),
  }
}

/** Names are taken literally: `[1]` is not a pattern. */
async function moveToTrash(path: string): Promise<void> {
  const { default: trash } = await import('trash') // it takes a while to load, which all other commands avoid
  await trash(path, { glob: false })
}

function refuse(path: string, reason: Text, cause?: unknown): never {
  throw new AppError('file-unreadable', say('files.notTrashed', { path, reason }), { cause })
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

type Listing = Map<string, Promise<TrashEntry[]>>

/**
 * Restores files from the trash to their former places, if they are the same as when they were trashed. A file that is
 * now in such a place is never replaced. Each trash is read once.
 */
async function putBackFromTrash(files: readonly TrashedFile[]): Promise<PutBack[]> {
  const listing: Listing = new Map()
  const results: PutBack[] = []
  for (const file of files) {
    const { path: place } = file
    try {
      const entry = await findInTrash(file, listing)
      if (entry === null) results.push({ path: place, outcome: 'gone', reason: say('files.notInTrash') })
      else results.push(await putBackOne(place, entry))
    } catch (error) {
      results.push({ path: place, outcome: 'failed', reason: textOf(error) })
    }
  }
  return results
}

/** The newest entry for this place with the file's size and bytes. */
async function findInTrash({ path: place, bytes, contentHash }: TrashedFile, listing: Listing) {
  const entries: TrashEntry[] = []
  for (const trash of trashFoldersOf(place)) {
    const listed = listing.get(trash.folder) ?? listTrash(trash)
    listing.set(trash.folder, listed)
    entries.push(...(await listed).filter(({ original }) => original === place))
  }
  for (const entry of entries.sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))) {
    const stats = await stat(entry.file).catch(() => null)
    if (stats?.size === bytes && (await hashFile(entry.file)) === contentHash) return entry
  }
  return null
}

async function putBackOne(place: string, { file, info }: TrashEntry): Promise<PutBack> {
  await mkdir(path.dirname(place), { recursive: true })
  try {
    await moveWithoutReplacing(file, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { path: place, outcome: 'occupied', reason: say('files.placeOccupied') }
  }
  await rm(info, { force: true })
  return { path: place, outcome: 'back' }
}

/** Uses a link, because renaming would replace a file that appeared meanwhile. Rejects with EEXIST if there is one. */
async function moveWithoutReplacing(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw error
    await copyWithTimes(from, to) // another volume, or one without links
  }
  await unlink(from)
}

async function copyWithTimes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
  if ((await hashFile(from)) === (await hashFile(to))) return
  await unlink(to)
  throw new Error(`${to} could not be written whole.`)
}

/**
 * A file in a trash, by the specification of freedesktop.org: its path, its former path, and the file that records it.
 */
type TrashEntry = { file: string; info: string; original: string; deletedAt: string }

/** A folder of trashed files; paths in it are relative to `top`. */
type TrashFolder = { folder: string; top: string }

/**
 * Folders that may contain a file from this place: the person's own trash, and one at the top of its volume, which is
 * one of its parent folders.
 */
function trashFoldersOf(file: string, environment: NodeJS.ProcessEnv = process.env): TrashFolder[] {
  const dataHome = environment['XDG_DATA_HOME'] || path.join(homedir(), '.local', 'share')
  const uid = process.getuid?.() ?? 0
  const onVolumes = foldersAbove(file).flatMap((top) => [
    { folder: path.join(top, '.Trash', String(uid)), top },
    { folder: path.join(top, `.Trash-${uid}`), top },
  ])
  return [{ folder: path.join(dataHome, 'Trash'), top: '/' }, ...onVolumes]
}

function foldersAbove(file: string): string[] {
  const above = path.dirname(file)
  return above === file ? [] : [above, ...foldersAbove(above)]
}

/** The content of a trash folder; empty if it does not exist or may not be read. */
async function listTrash({ folder, top }: TrashFolder): Promise<TrashEntry[]> {
  const infos = await readdir(path.join(folder, 'info')).catch(() => [])
  const entries: TrashEntry[] = []
  for (const name of infos.filter((each) => each.endsWith('.trashinfo'))) {
    const info = path.join(folder, 'info', name)
    const entry = readInfo(await readFile(info, 'utf8').catch(() => ''), top)
    if (entry !== null)
      entries.push({ ...entry, info, file: path.join(folder, 'files', name.slice(0, -'.trashinfo'.length)) })
  }
  return entries
}

function readInfo(text: string, top: string): Pick<TrashEntry, 'original' | 'deletedAt'> | null {
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  try {
    const original = decodeURIComponent(valueOf('Path'))
    return original === '' ? null : { original: path.resolve(top, original), deletedAt: valueOf('DeletionDate') }
  } catch {
    return null // a name that is not UTF-8: not one of ours
  }
}
