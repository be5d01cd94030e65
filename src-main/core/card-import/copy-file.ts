import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CardFile } from '../catalog/catalog.ts'
import { areEqual, copyVerified } from '../files/disk/copy-verified.ts'
import { placeFile, syncFolder } from '../files/disk/place-file.ts'
import { hashFile } from '../../base/files/hash.ts'

/** A copy under way, in the folder where it is wanted; the same name after a stop, so that it can go. */
export const partOf = (to: string, { id }: Pick<CardFile, 'id'>): string =>
  path.join(path.dirname(to), `.lumafold-import-${id}.part`)

/** Numbers that are tried behind a name that another file took meanwhile. */
const MOST_NUMBERS = 1000

/** `isKnown`: a file of these bytes was imported before, and no copy stays. */
export type Copied = { to: string; contentHash: string; isKnown: boolean }

export type CopyOrder = {
  from: string
  to: string
  file: Pick<CardFile, 'id'>
  /** Whether a content needs no copy. */
  isKnown(contentHash: string): boolean
  signal: AbortSignal
}

/**
 * Copies a file from a card, reads the copy back and compares; nothing is replaced. What a stop left half-done is done
 * again; what was whole is not.
 */
export async function copyFromCard({ from, to, file, isKnown, signal }: CopyOrder): Promise<Copied> {
  const part = partOf(to, file)
  await mkdir(path.dirname(to), { recursive: true })
  await rm(part, { force: true })
  if (existsSync(to) && (await areEqual(from, to)))
    return { to, contentHash: await hashFile(to, signal), isKnown: false } // a stop came before it was noted
  const contentHash = await copyVerified(from, part, signal)
  if (isKnown(contentHash)) {
    await rm(part)
    return { to, contentHash, isKnown: true }
  }
  const placed = placeNumbered(part, to)
  syncFolder(path.dirname(placed))
  return { to: placed, contentHash, isKnown: false }
}

/** The names were free when they were planned; where one is not any more, a number is put behind it. */
function placeNumbered(part: string, to: string): string {
  const { dir, name, ext } = path.parse(to)
  for (let number = 1; number < MOST_NUMBERS; number++) {
    const wanted = number === 1 ? to : path.join(dir, `${name}-${number}${ext}`)
    try {
      placeFile(part, wanted)
      return wanted
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`No free name for ${name}${ext} in ${dir}.`)
}
