import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { lock as lockFile } from 'proper-lockfile'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { isRunning, startMark } from './process-mark.ts'

/** Who has a library open. `started` tells a process from a later one with the same number. */
const Owner = z.object({
  pid: z.int(),
  owner: z.string(),
  host: z.string(),
  started: z.string().nullable(),
  address: z.string().nullable(),
})
export type LibraryOwner = z.infer<typeof Owner>

export type LibraryLock = { release(): Promise<void> }

const lockPath = (libraryDir: string) => path.join(libraryDir, 'library.lock')

/** Who has the library open now, or null. A lock left by a process that died does not count. */
export async function readLibraryOwner(libraryDir: string): Promise<LibraryOwner | null> {
  const text = await readFile(lockPath(libraryDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const owner = parseOwner(text)
  return owner !== null && (await isAlive(owner)) ? owner : null
}

/** A half-written lock is one whose writer died: it counts for nobody. */
function parseOwner(text: string): LibraryOwner | null {
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Processes of another machine cannot be looked at, so their locks hold. */
async function isAlive(owner: LibraryOwner): Promise<boolean> {
  return owner.host !== hostname() || (await isRunning(owner.pid, owner.started))
}

function refuse(libraryDir: string, owner: LibraryOwner): never {
  const where = owner.address === null ? '' : ` at ${owner.address}`
  const elsewhere =
    owner.host === hostname()
      ? ''
      : ` on ${owner.host} (if it is no longer running there, delete ${lockPath(libraryDir)})`
  throw new AppError(
    'library-in-use',
    `The library ${libraryDir} is in use by ${owner.owner} (process ${owner.pid})${where}${elsewhere}. Close it first, or use another library.`,
  )
}

/**
 * Takes the library for this process, also after an owner that was killed. Throws AppError `library-in-use` naming the
 * owner.
 * Looking and writing happen under a short guard, so that two processes cannot both take over a dead owner's lock.
 */
export async function acquireLibraryLock(
  libraryDir: string,
  owner: { owner: string; address?: string },
): Promise<LibraryLock> {
  await mkdir(libraryDir, { recursive: true })
  const release = await lockFile(libraryDir, {
    lockfilePath: `${lockPath(libraryDir)}.guard`,
    stale: 5_000,
    retries: { retries: 40, minTimeout: 50, maxTimeout: 200 },
  })
  const file = lockPath(libraryDir)
  const mine: LibraryOwner = {
    pid: process.pid,
    owner: owner.owner,
    host: hostname(),
    started: await startMark(process.pid),
    address: owner.address ?? null,
  }
  try {
    const present = await readLibraryOwner(libraryDir)
    if (present !== null) refuse(libraryDir, present)
    await writeFile(`${file}.new`, JSON.stringify(mine), { flush: true })
    await rename(`${file}.new`, file)
  } finally {
    await release()
  }
  return { release: () => rm(file, { force: true }) }
}
