import { arePair } from '../pairs/kinds/pair-kind.ts'
import { countCopyMarks, withoutCopyMarks } from './suggest-photo-to-keep.ts'
import { parse } from 'node:path'

/** What shows whether two photos come from one press of the shutter. */
export type Shot = {
  name: string
  width: number
  height: number
  modifiedMs: number
  /** Wall-clock time, and the digits after its full second; null if the file has none. */
  takenAt: string | null
  subsec: string | null
  /** Number of the camera; 0 if the file names none. */
  camera: number
  /** Microseconds, tenths of an f-number, and ISO; 0 if the file has none. */
  exposureUs: number
  aperture: number
  iso: number
}

/**
 * Whether two similar photos are two shots, such as those of a burst, or the two halves of one photo: neither are
 * duplicates. False also if nothing shows it.
 */
export function areTwoShots(a: Shot, b: Shot): boolean {
  if (arePair(a, b) || tellOtherShots(a, b)) return true
  if (a.takenAt === null || b.takenAt === null || haveSubsec(a, b)) return false
  return haveOneSize(a, b) && !isNamedAfter(a.name, b.name) && !isNamedAfter(b.name, a.name)
}

/**
 * Whether two photos are certainly different shots: by camera, time or exposure, or as frames of one second with
 * consecutive names. A third picture that resembles both, such as a small one without metadata, does not join them.
 */
export function areFrames(a: Shot, b: Shot): boolean {
  if (tellOtherShots(a, b)) return true
  if (a.takenAt === null || b.takenAt === null || haveSubsec(a, b)) return false
  return haveOneSize(a, b) && countUp(a.name, b.name)
}

function tellOtherShots(a: Shot, b: Shot): boolean {
  if (a.camera !== 0 && b.camera !== 0 && a.camera !== b.camera) return true
  if (haveOtherExposure(a, b)) return true
  if (a.takenAt === null || b.takenAt === null) return false
  return a.takenAt !== b.takenAt || (haveSubsec(a, b) && Number(`0.${a.subsec}`) !== Number(`0.${b.subsec}`))
}

const haveSubsec = (a: Shot, b: Shot): boolean => a.subsec !== null && b.subsec !== null

/** Programs round what they write: 1/320 s is also 0.003. */
const MAX_EXPOSURE_RATIO = 1.1

/** Whether two files have different settings; a missing setting is no difference. */
export const haveOtherExposure = (a: Exposure, b: Exposure): boolean =>
  (['exposureUs', 'aperture', 'iso'] as const).some(
    (of) => a[of] > 0 && b[of] > 0 && Math.max(a[of] / b[of], b[of] / a[of]) > MAX_EXPOSURE_RATIO,
  )

type Exposure = Pick<Shot, 'exposureUs' | 'aperture' | 'iso'>

/** `IMG_0001.jpg` and `IMG_0002.jpg`; not `IMG_0001 (2).jpg` and `IMG_0001 (3).jpg`. */
function countUp(one: string, other: string): boolean {
  const [a, b] = [withoutCopyMarks(one), withoutCopyMarks(other)]
  return a !== b && a.replaceAll(/\d+/g, '#') === b.replaceAll(/\d+/g, '#')
}

/** Whether both were taken at the same time: then they may be less similar and still be one shot. */
export const areOneShot = (a: Shot, b: Shot): boolean =>
  a.takenAt !== null && a.takenAt === b.takenAt && !areTwoShots(a, b)

/** Frames of a burst within a second have one size and consecutive names; a version is named after its original. */
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
