import { type BigIntStats, lstatSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { FileMove } from '../../catalog/catalog.ts'

/** A file on its way: from where it lies to where it is wanted, and the names that it may have in between. */
export type Way = {
  move: FileMove
  from: string
  to: string
  /** A copy that is being written, in the folder where it is wanted. */
  copy: string
  /** The file itself, while another one still has its name or its copy takes its place. */
  parked: string
}

/** The way of a file to its new place, or back. */
export function wayOf(move: FileMove, isForward: boolean): Way {
  const [from, to] = isForward ? [move.from, move.to] : [move.to, move.from]
  const mark = `.lumafold-move-${move.operationId}-${move.id}`
  return { move, from, to, copy: join(dirname(to), `${mark}.part`), parked: join(dirname(from), `${mark}.moved`) }
}

/** What lies at a place; links are not followed. Undefined also where its folder is gone. */
export function statIfPresent(place: string): BigIntStats | undefined {
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** What a file is on its disk, whatever its name. */
export const keyOf = ({ dev, ino }: BigIntStats): string => `${dev} ${ino}`

/** Programs that put a time back do so to the millisecond. */
const TIME_ROUNDING_MS = 1

export const modifiedMsOf = (facts: BigIntStats): number => Number(facts.mtimeNs / 1_000_000n)

/** Whether a file still looks as it did when it was planned. */
export const isAsPlanned = ({ bytes, modifiedMs }: FileMove, facts: BigIntStats): boolean =>
  Number(facts.size) === bytes && Math.abs(modifiedMsOf(facts) - Math.floor(modifiedMs)) <= TIME_ROUNDING_MS

/** Paths that some disk takes for one: without regard to case and Unicode form. */
export const foldPath = (place: string): string => place.normalize('NFC').toLowerCase()

const UNNAMED = '.lumafold-new-'

/** Where a new folder is made, before it gets its name: so it is a folder that is renamed, like any other. */
export const unnamedFolder = (parent: string): string => join(parent, UNNAMED + randomUUID())

export const isUnnamed = (folder: string): boolean => basename(folder).startsWith(UNNAMED)
