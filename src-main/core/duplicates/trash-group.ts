import { say } from '../../contract/sentences/say.ts'
import { messageOf } from '../../contract/errors.ts'
import type { FileInTrash } from '../catalog/catalog.ts'
import type { Trash } from '../host/trash.ts'
import { readFacts } from './file-facts.ts'
import type { PlannedFile, PlannedGroup, PlannedPhoto } from './plan-trash.ts'
import { hashFile } from '../../base/files/hash.ts'

export type Failure = { path: string; reason: string }

/** Photos of a group that may go, since nothing changed since they were listed, and why others may not. */
export type CheckedGroup = { group: PlannedGroup; photos: PlannedPhoto[]; failures: Failure[] }

/** Reads all files of a group again: the kept one must be whole, and each that goes must be as it was listed. */
export async function checkGroup(group: PlannedGroup): Promise<CheckedGroup> {
  const failures: Failure[] = []
  const photos: PlannedPhoto[] = []
  const keptProblem = group.choice === null ? '' : await problemOfKept(group)
  for (const photo of group.photos) {
    const reason = photo.refusal || keptProblem || (await problemOfPhoto(photo, group.choice !== null))
    if (reason === '') photos.push(photo)
    else failures.push({ path: photo.path, reason })
  }
  return { group, photos, failures }
}

async function problemOfKept({ kept }: PlannedGroup): Promise<string> {
  if (kept === undefined) return say('files.keeperGone')
  const problem = say('files.keeperUnreadable', { path: kept.path })
  if ((await readFacts(kept.path)) === null || kept.contentHash === '') return problem
  const hash = await hashFile(kept.path).catch(() => '')
  return hash === kept.contentHash ? '' : problem
}

/** Of what is compared with a photo that is kept, the bytes are read again; else size and time say enough. */
async function problemOfPhoto({ files }: PlannedPhoto, isCompared: boolean): Promise<string> {
  for (const file of files) {
    const isTrusted = !isCompared && file.contentHash !== ''
    const problem = isTrusted ? await problemOfFacts(file) : await problemOfFile(file)
    if (problem !== '') return problem
  }
  return ''
}

/** Fills in the hash of a file that had none on record, so that it is known again in the trash. */
async function problemOfFile(file: PlannedFile): Promise<string> {
  const problem = await problemOfFacts(file)
  if (problem !== '') return problem
  try {
    const hash = await hashFile(file.path)
    if (file.contentHash !== '' && hash !== file.contentHash) return changedSince(file)
    file.contentHash = hash
    return ''
  } catch (error) {
    return `${file.path} cannot be read: ${messageOf(error)}`
  }
}

async function problemOfFacts(file: PlannedFile): Promise<string> {
  const facts = await readFacts(file.path)
  if (facts === null) return `${file.path} is no longer there.`
  const { key, bytes, modifiedMs } = file.facts
  return facts.key === key && facts.bytes === bytes && facts.modifiedMs === modifiedMs ? '' : changedSince(file)
}

const changedSince = (file: PlannedFile) => `${file.path} was changed since it was listed.`

/** What went of a photo; nothing where a file of its picture did not. */
export type TrashedPhoto = { photoId: number; files: FileInTrash[]; failures: Failure[] }

/**
 * Moves the files of a photo to the trash. Where one of several is refused, those that went are put back; a sidecar
 * that stays is named. A file that is kept for it must still be there.
 */
export async function trashPhoto(
  trash: Trash,
  { photoId, files }: PlannedPhoto,
  keptPath: string | null,
): Promise<TrashedPhoto> {
  const gone: FileInTrash[] = []
  const failures: Failure[] = []
  for (const file of files) {
    const reason = await trashFile(trash, file, keptPath)
    if (reason === '') gone.push({ photoId, path: file.path, bytes: file.facts.bytes, contentHash: file.contentHash })
    else failures.push({ path: file.path, reason })
    if (reason !== '' && file.role === 'photo')
      return { photoId, files: [], failures: await returnAll(trash, gone, failures) }
  }
  return { photoId, files: gone, failures }
}

/** Why a file did not go; empty where it did. */
async function trashFile(trash: Trash, file: PlannedFile, keptPath: string | null): Promise<string> {
  if (keptPath !== null && (await readFacts(keptPath)) === null) return `${keptPath}, which is to be kept, is gone.`
  const problem = await problemOfFacts(file)
  if (problem !== '') return problem
  return trash.put(file.path).then(() => '', messageOf)
}

async function returnAll(trash: Trash, gone: readonly FileInTrash[], failures: readonly Failure[]): Promise<Failure[]> {
  const returned = gone.length === 0 ? [] : await trash.putBack(gone)
  const lost = returned.filter(({ outcome }) => outcome !== 'back')
  return [...failures, ...lost.map(({ path, reason }) => ({ path, reason: `It is in the trash. ${reason}` }))]
}
