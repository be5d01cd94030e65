import { isSamePlace, isSameRegion, type XmpRegion } from '../../../base/formats/xmp/face-regions.ts'

/** Named faces to write, with the size of the picture as stored. */
export type RegionWork = { width: number; height: number; faces: readonly XmpRegion[] }

/** Faces and people in a target. */
export type TargetRegions = { faces: readonly XmpRegion[]; people: readonly string[] }

/** Faces and people that Lumafold wrote. */
export type WrittenRegions = { faces: readonly XmpRegion[]; people: readonly string[] }

export type RegionMerge = {
  width: number
  height: number
  added: readonly XmpRegion[]
  removed: readonly XmpRegion[]
  /** The complete list of people; null if it stays. */
  people: readonly string[] | null
  written: WrittenRegions | undefined
}

const nothing = (written: WrittenRegions | undefined): RegionMerge => ({
  width: 0,
  height: 0,
  added: [],
  removed: [],
  people: null,
  written,
})

/**
 * Merges named faces with those of a target: regions of other programs stay, except for a face that the person named
 * differently. Regions that another program removed since they were written are not written again. Without work nothing
 * changes.
 */
export function mergeRegions(
  work: RegionWork | undefined,
  written: WrittenRegions | undefined,
  target: TargetRegions,
): RegionMerge {
  if (work === undefined) return nothing(written)
  const before = written ?? { faces: [], people: [] }
  const has = (list: readonly XmpRegion[], region: XmpRegion) => list.some((each) => isSameRegion(each, region))
  const added = work.faces.filter(
    (face) => !has(target.faces, face) && !has(before.faces, face) && !isNamed(target, face),
  )
  const outdated = before.faces.filter((face) => has(target.faces, face) && !has(work.faces, face))
  const renamed = target.faces.filter((face) =>
    added.some((each) => isSamePlace(each, face) && each.name !== face.name),
  )
  const faces = [...added, ...before.faces.filter((face) => has(work.faces, face))]
  const names = [...new Set(work.faces.map(({ name }) => name))]
  const gone = before.people.filter((name) => !names.includes(name))
  const fresh = names.filter((name) => !target.people.includes(name) && !before.people.includes(name))
  const people = [...before.people.filter((name) => names.includes(name)), ...fresh]
  const list = [...target.people.filter((name) => !gone.includes(name)), ...fresh]
  const isSame = list.length === target.people.length
  return {
    width: work.width,
    height: work.height,
    added,
    removed: [...outdated, ...renamed],
    people: isSame ? null : list,
    written: faces.length + people.length === 0 ? undefined : { faces, people },
  }
}

/** Whether another program has this face under this name, in its own box. */
const isNamed = (target: TargetRegions, face: XmpRegion): boolean =>
  target.faces.some((each) => each.name === face.name && isSamePlace(each, face))

/** Whether a merge needs anything written. */
export const changesRegions = ({ added, removed, people }: RegionMerge): boolean =>
  added.length + removed.length > 0 || people !== null
