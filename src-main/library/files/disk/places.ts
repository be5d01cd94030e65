import { type BigIntStats, lstatSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { FileMove } from '../rows/operations/operation-store.ts'

/** A file being moved: its old and new place, and the names that it may have in between. */
export type Way = {
  move: FileMove
  from: string
  to: string
  /** A copy in progress, in the destination folder. */
  copy: string
  /** The file itself, while another one still has its name or its copy takes its place. */
  parked: string
}

/** The move of a file to its new place, or back. */
export function wayOf(move: FileMove, isForward: boolean): Way {
  const [from, to] = isForward ? [move.from, move.to] : [move.to, move.from]
  const mark = `.lumafold-move-${move.operationId}-${move.id}`
  return { move, from, to, copy: join(dirname(to), `${mark}.part`), parked: join(dirname(from), `${mark}.moved`) }
}

/** Stats of a place, without following links. Undefined also if its folder is missing. */
export function statIfPresent(place: string): BigIntStats | undefined {
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Identifies a file on its disk, whatever its name. */
export const keyOf = ({ dev, ino }: BigIntStats): string => `${dev} ${ino}`

/** Programs restore times with a precision of a millisecond. */
const TIME_ROUNDING_MS = 1

export const modifiedMsOf = (stats: BigIntStats): number => Number(stats.mtimeNs / 1_000_000n)

/** Whether a file is still as it was when it was planned. */
export const isAsPlanned = ({ bytes, modifiedMs }: FileMove, stats: BigIntStats): boolean =>
  Number(stats.size) === bytes && Math.abs(modifiedMsOf(stats) - Math.floor(modifiedMs)) <= TIME_ROUNDING_MS

/** Paths with the same folded form may be one path on some disk: case and Unicode form are ignored. */
export const foldPath = (place: string): string => place.normalize('NFC').toLowerCase()

const UNNAMED = '.lumafold-new-'

/** Where a new folder is created before it gets its name: creating it is then a rename, like any other. */
export const unnamedFolder = (parent: string): string => join(parent, UNNAMED + randomUUID())

export const isUnnamed = (folder: string): boolean => basename(folder).startsWith(UNNAMED)
