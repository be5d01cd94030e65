import { arePair } from '../catalog/pairs/pair-kind.ts'
import { countCopyMarks } from './suggest-keeper.ts'
import { parse } from 'node:path'

/** What tells whether two photos were taken by one press of the shutter. */
export type Shot = {
  name: string
  width: number
  height: number
  modifiedMs: number
  /** Wall-clock time, and the digits after its full second; null where the file has none. */
  takenAt: string | null
  subsec: string | null
  /** Number of the camera; 0 where the file names none. */
  camera: number
}

/**
 * Whether two alike photos are two shots, such as those of a burst, or the two halves of one photo: neither are
 * duplicates. False also where nothing tells.
 */
export function areTwoShots(a: Shot, b: Shot): boolean {
  if (arePair(a, b)) return true
  if (a.camera !== 0 && b.camera !== 0 && a.camera !== b.camera) return true
  if (a.takenAt === null || b.takenAt === null) return false
  if (a.takenAt !== b.takenAt) return true
  if (a.subsec !== null && b.subsec !== null) return Number(`0.${a.subsec}`) !== Number(`0.${b.subsec}`)
  return haveOneSize(a, b) && !isNamedAfter(a.name, b.name) && !isNamedAfter(b.name, a.name)
}

/** Whether both say that they were taken at one time: then they may look less alike and still be one shot. */
export const areOneShot = (a: Shot, b: Shot): boolean =>
  a.takenAt !== null && a.takenAt === b.takenAt && !areTwoShots(a, b)

/** Frames of a burst within a second have one size, and names that count up; a version is named after its original. */
function haveOneSize(a: Shot, b: Shot): boolean {
  const sides = (shot: Shot) => [shot.width, shot.height].sort((one, other) => one - other).join('x')
  return sides(a) === sides(b)
}

/** `IMG_1-edit.jpg` is named after `IMG_1.jpg`; `IMG_12.jpg` is not. */
function isNamedAfter(name: string, original: string): boolean {
  const [stem, first] = [parse(name).name.toLowerCase(), parse(original).name.toLowerCase()]
  if (stem === first) return true
  return (
    stem.startsWith(first) && (countCopyMarks(name) > countCopyMarks(original) || !/^\d/.test(stem.slice(first.length)))
  )
}
