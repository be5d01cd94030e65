import { chmod, chown, lstat, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashOf } from './patch/hash-of.ts'

/** A file's content is to be another one, or with null the file is to go. */
export type Replacement = {
  path: string
  /** Hash of the content that is there; empty where no file is. */
  beforeHash: string
  bytes: Buffer | null
  /** The photo that a new sidecar stands beside: it gets the same permissions. */
  photo: string
  /** Watched folders: a link that leads out of them is not followed. */
  roots: readonly string[]
}

/** The file is not the one that was looked at: another program wrote it meanwhile. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** The file is a link that leads out of the watched folders. */
export class LeadsOutside extends Error {
  override name = 'LeadsOutside'
}

/**
 * Replaces a file in one step: whoever reads it, and whatever is interrupted, there is the former content or the new
 * one. Permissions and owner stay. Rejects with the system's errors.
 */
export async function replaceFile(replacement: Replacement): Promise<void> {
  const place = await followLink(replacement)
  const temporary = temporaryName(place)
  try {
    if (replacement.bytes !== null) await writeTemporary(temporary, place, replacement.bytes, replacement.photo)
    const present = await readFile(place).catch(absentAsNull)
    if (hashOf(present) !== replacement.beforeHash) throw new ChangedMeanwhile()
    if (replacement.bytes === null) await rm(place)
    else await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(path.dirname(place))
}

/** One name for each file, so that the next write takes the place of what an interrupted one left. */
const temporaryName = (place: string): string =>
  path.join(path.dirname(place), `.lumafold-${hashOf(Buffer.from(path.basename(place))).slice(0, 16)}.tmp`)

async function followLink({ path: place, roots }: Replacement): Promise<string> {
  const facts = await lstat(place).catch(absentAsNull)
  if (facts === null || !facts.isSymbolicLink()) return place
  const real = await realpath(place)
  if (!roots.some((root) => real.startsWith(root + path.sep))) throw new LeadsOutside(real)
  return real
}

async function writeTemporary(temporary: string, place: string, bytes: Buffer, photo: string): Promise<void> {
  const former = await stat(place).catch(absentAsNull)
  const file = await open(temporary, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await likeFormer(temporary, former ?? (await stat(photo)), former !== null)
}

/** Only an administrator may give files away; a file of another owner that may be written stays readable to them. */
async function likeFormer(
  temporary: string,
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  isReplaced: boolean,
): Promise<void> {
  await chmod(temporary, isReplaced ? mode & 0o7777 : mode & 0o666)
  await chown(temporary, uid, gid).catch(() => undefined)
}

/** After this a power cut does not bring back the former name. Windows has no such call, and needs none. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
