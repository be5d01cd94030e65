import { closeSync, fsyncSync, linkSync, lstatSync, openSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { codeOf } from '../../../base/files/file-errors.ts'

/**
 * Moves a file on its disk, and never replaces one: a link fails atomically if a file is there. On disks without links,
 * an empty file reserves the place. Throws `EEXIST` if the place is taken, `EXDEV` between disks. It runs without a
 * pause, so that nothing else of the library comes in between.
 */
export function placeFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'EXDEV' || codeOf(error) === 'ENOENT') throw error
    return reserveAndRename(from, to)
  }
  try {
    unlinkSync(from)
  } catch (error) {
    unlinkSync(to)
    throw error
  }
}

function reserveAndRename(from: string, to: string): void {
  closeSync(openSync(to, 'wx'))
  try {
    renameSync(from, to)
  } catch (error) {
    unlinkSync(to)
    throw error
  }
}

/** The same for a folder, without relying on systems that replace an empty folder. */
export function placeFolder(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined)
    throw Object.assign(new Error(`EEXIST: ${to} is there`), { code: 'EEXIST' })
  renameSync(from, to)
}

/**
 * Whether two names are one entry of a folder, as on disks where `A` and `a` are one name. Two names of one file that
 * are both listed are two entries.
 */
export function isSameEntry(a: string, b: string): boolean {
  if (a === b) return true
  if (dirname(a) !== dirname(b)) return false
  const [first, second] = [a, b].map((place) => lstatSync(place, { bigint: true, throwIfNoEntry: false }))
  if (first === undefined || second === undefined) return false
  if (first.ino !== second.ino || first.dev !== second.dev) return false
  const names = readdirSync(dirname(a))
  return !(names.includes(basename(a)) && names.includes(basename(b)))
}

/** Whether a folder lists exactly this name, and not another spelling of it. */
export const isListedSync = (place: string): boolean => readdirSync(dirname(place)).includes(basename(place))

/** Flushes a folder's entries to the disk; systems without such a call do it themselves. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF'].includes(codeOf(error) ?? ''))
      throw error
  }
}
