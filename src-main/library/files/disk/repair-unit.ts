import { type BigIntStats, rmSync, unlinkSync } from 'node:fs'
import { isListedSync, isSameEntry, placeFile, placeFolder } from './place-file.ts'
import { keyOf, statIfPresent, type Way } from './places.ts'
import { hashFileSync } from '../../../base/files/hash.ts'

/** The place of a file after the program was stopped while moving it. */
export type Repaired = 'there' | 'before' | 'unknown'

/**
 * Checks how far files that move together came when the program was stopped, and brings each to one of its two places;
 * partial copies are deleted. A file is deleted only if the other place has the same bytes.
 */
export function repairUnit(ways: readonly Way[]): Map<Way, Repaired> {
  const keys = new Set(ways.map(({ move }) => move.key))
  return new Map(ways.map((way) => [way, repairWay(way, keys)]))
}

/** Removes the original of a file whose copy is in place and recorded. */
export function removeLeftOriginal({ move, to, parked }: Way): void {
  if (move.photoId !== 0 && areEqualSync(parked, to)) unlinkSync(parked)
}

function repairWay(way: Way, keys: ReadonlySet<string>): Repaired {
  const { move, from, to, copy, parked } = way
  rmSync(copy, { force: true })
  for (const place of [parked, to]) removePlaceholder(place, move, keys)
  const [held, source, target] = [parked, from, to].map(statIfPresent)
  if (held === undefined) return whereIs(way)
  if (areOneFile(held, source) || areOneFile(held, target)) {
    unlinkSync(parked) // a second name: the step to or from it was interrupted
    return whereIs(way)
  }
  const put = move.photoId === 0 ? placeFolder : placeFile
  if (source === undefined && move.photoId !== 0 && areEqualSync(parked, to)) {
    unlinkSync(parked) // its copy took its place
    return 'there'
  }
  if (source === undefined) put(parked, from)
  else if (target === undefined) put(parked, to)
  else return 'unknown'
  return source === undefined ? 'before' : 'there'
}

const areOneFile = (a: BigIntStats, b: BigIntStats | undefined): boolean => b !== undefined && keyOf(a) === keyOf(b)

/** On disks without links, an empty file reserves a place until the next step. */
function removePlaceholder(place: string, { bytes, photoId }: Way['move'], keys: ReadonlySet<string>): void {
  const stats = statIfPresent(place)
  if (stats === undefined || photoId === 0 || bytes === 0 || !stats.isFile() || stats.size > 0n) return
  if (!keys.has(keyOf(stats))) unlinkSync(place)
}

/** The place of a file without a name in between. */
function whereIs({ move, from, to }: Way): Repaired {
  const [source, target] = [statIfPresent(from), statIfPresent(to)]
  if (source === undefined) return target === undefined ? 'unknown' : 'there'
  if (target === undefined) return 'before'
  if (isSameEntry(from, to)) return isListedSync(to) ? 'there' : 'before'
  if (areOneFile(source, target)) {
    unlinkSync(from) // both names exist: the second step was interrupted
    return 'there'
  }
  return keyOf(target) === move.key ? 'there' : 'before' // another file may have its former name by now
}

function areEqualSync(a: string, b: string): boolean {
  const [first, second] = [statIfPresent(a), statIfPresent(b)]
  if (first === undefined || second === undefined || first.size !== second.size) return false
  return hashFileSync(a) === hashFileSync(b)
}
