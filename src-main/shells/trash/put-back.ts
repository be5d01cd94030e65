import { constants } from 'node:fs'
import { copyFile, link, mkdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../../contract/errors.ts'
import type { PutBack, TrashedFile } from '../../core/host/trash.ts'
import { listTrash, type TrashEntry, trashFoldersOf } from './trash-folders.ts'
import { hashFile } from '../../base/files/hash.ts'

type Listing = Map<string, Promise<TrashEntry[]>>

/**
 * Puts files back from the trash to where they were: those that were there, as they were then. A file that lies at the
 * place meanwhile is never replaced. Each trash is read once.
 */
export async function putBackFromTrash(files: readonly TrashedFile[]): Promise<PutBack[]> {
  const listing: Listing = new Map()
  const results: PutBack[] = []
  for (const file of files) {
    const { path: place } = file
    try {
      const entry = await findInTrash(file, listing)
      if (entry === null) results.push({ path: place, outcome: 'gone', reason: 'It is no longer in the trash.' })
      else results.push(await putBackOne(place, entry))
    } catch (error) {
      results.push({ path: place, outcome: 'failed', reason: messageOf(error) })
    }
  }
  return results
}

/** The newest entry of this place with the size and the bytes that the file had. */
async function findInTrash({ path: place, bytes, contentHash }: TrashedFile, listing: Listing) {
  const entries: TrashEntry[] = []
  for (const trash of trashFoldersOf(place)) {
    const listed = listing.get(trash.folder) ?? listTrash(trash)
    listing.set(trash.folder, listed)
    entries.push(...(await listed).filter(({ original }) => original === place))
  }
  for (const entry of entries.sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))) {
    const facts = await stat(entry.file).catch(() => null)
    if (facts?.size === bytes && (await hashFile(entry.file)) === contentHash) return entry
  }
  return null
}

async function putBackOne(place: string, { file, info }: TrashEntry): Promise<PutBack> {
  await mkdir(path.dirname(place), { recursive: true })
  try {
    await moveWithoutReplacing(file, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { path: place, outcome: 'occupied', reason: 'Another file lies at its place.' }
  }
  await rm(info, { force: true })
  return { path: place, outcome: 'back', reason: '' }
}

/** A link, since a renaming would replace a file that came meanwhile. Rejects with EEXIST where one is there. */
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
