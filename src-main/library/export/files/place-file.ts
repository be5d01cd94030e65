import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Collisions } from '../../../contract/library/export-settings.ts'
import { numberedName } from '../../file-names/numbered-name.ts'
import { temporaryPath } from './running-exports.ts'
import { codeOf } from '../../../base/files/file-errors.ts'

/** More files of one name than this mean that something else is wrong. */
const MAX_ATTEMPTS = 1_000_000

/** Where files go, and what to do about taken names. */
export type Placing = {
  target: string
  /** Marks temporary files, so that those of an interrupted job can be removed. */
  mark: string
  collisions: Collisions
  /** Whether this job already uses the name, or is about to: its own files never replace each other. */
  isOwnName(file: string): boolean
  /** Called before a file takes a name, so that it is recognised if the program ends in between. */
  begin(file: string): void
  /** Whether the file at a path is never overwritten. */
  isProtected(path: string): Promise<boolean>
  /** The last number given to a name, so that thousands of equal names stay cheap. */
  numbers: Map<string, number>
}

export type PlacedFile = { state: 'written' | 'skipped' | 'asking'; file: string; reason: Text | null }

/** Folders below the target, and the name in them. */
export type WantedName = { folders: string[]; stem: string; extension: string }

const TAKEN = say('exports.taken')
const PROTECTED = say('exports.protected')
const REPLACED = say('exports.replaced')

/**
 * Writes a file completely or not at all: `write` fills a temporary file in the target, which then takes its name in
 * one step. The temporary file is removed if anything fails.
 */
export async function placeFile(
  placing: Placing,
  name: WantedName,
  write: (temporary: string) => Promise<void>,
): Promise<PlacedFile> {
  const temporary = temporaryPath({ jobId: placing.mark, folder: placing.target })
  try {
    await write(temporary)
    await flush(temporary)
    await makeFolders(placing.target, name.folders)
    return await takeFreeName(placing, name, temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function takeFreeName(placing: Placing, name: WantedName, temporary: string): Promise<PlacedFile> {
  const key = [...name.folders, name.stem].join('/').toLowerCase()
  let reason: Text | null = null
  for (let attempt = placing.numbers.get(key) ?? 1; attempt < MAX_ATTEMPTS; attempt++) {
    const file = [...name.folders, numberedName(name.stem, name.extension, attempt)].join('/')
    if (placing.isOwnName(file)) continue
    const wanted = path.join(placing.target, file)
    placing.begin(file)
    placing.numbers.set(key, attempt)
    if (await takeName(temporary, wanted)) return { state: 'written', file, reason }
    if (placing.collisions === 'skip') return { state: 'skipped', file, reason: TAKEN }
    if (placing.collisions === 'ask') return { state: 'asking', file, reason: TAKEN }
    if (placing.collisions === 'rename' || !(await isFile(wanted))) continue
    if (await placing.isProtected(wanted)) reason = PROTECTED
    else {
      await rename(temporary, wanted)
      return { state: 'written', file, reason: REPLACED }
    }
  }
  throw new Error(`No free name for ${name.stem}${name.extension} in the target folder.`)
}

const isFile = async (wanted: string): Promise<boolean> => {
  const stats = await lstat(wanted)
  return stats.isFile() || stats.isSymbolicLink()
}

/** Never creates the target itself: an absent drive must not be replaced by a folder. */
async function makeFolders(target: string, folders: readonly string[]): Promise<void> {
  let at = target
  for (const folder of folders) {
    at = path.join(at, folder)
    await mkdir(at).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * False if the name is taken. A hard link fails atomically on a taken name; without links, an empty file reserves it.
 */
async function takeName(temporary: string, wanted: string): Promise<boolean> {
  try {
    await link(temporary, wanted)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    return reserveAndReplace(temporary, wanted)
  }
}

async function reserveAndReplace(temporary: string, wanted: string): Promise<boolean> {
  try {
    await (await open(wanted, 'wx')).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(temporary, wanted)
    return true
  } catch (error) {
    await rm(wanted, { force: true })
    throw error
  }
}
