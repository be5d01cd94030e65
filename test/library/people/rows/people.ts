import type { Face } from '../../../../src-main/contract/analysis/face.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import type { FaceStatement } from '../../../../src-main/library/people/rows/face-statements.ts'
import { openWithRoot } from '../../catalog/library.ts'

export const SIZE = { width: 1000, height: 500 }

/** A face at a place, in pixels of a photo of `SIZE`. */
export const foundFace = (xmin: number, ymin: number, side = 100): Face => ({
  confidence: 99,
  coordinates: { xmin, ymin, xmax: xmin + side, ymax: ymin + side, width: side, height: side },
  face_id: '',
  attributes: [],
  landmarks: [],
})

/** The person's decision about the face there. */
export const statementOn = (xmin: number, ymin: number, part: Partial<FaceStatement>, side = 100): FaceStatement => ({
  x: xmin / SIZE.width,
  y: ymin / SIZE.height,
  width: side / SIZE.width,
  height: side / SIZE.height,
  name: null,
  isIgnored: false,
  not: [],
  ...part,
})

/** Stores faces as an analysis finds them. */
export function saveFaces(catalog: Catalog, id: number, faces: Face[]): void {
  catalog.analysis.saveOutcome(id, ['faces'], { ok: true, findings: { ...SIZE, faces }, warnings: [] })
}

/** A catalogue with photos of two faces each, at (100, 100) and (600, 100). */
export function openWithFaces(...names: string[]) {
  const { catalog, add, root } = openWithRoot()
  const ids = add(...names)
  for (const id of ids) saveFaces(catalog, id, [foundFace(100, 100), foundFace(600, 100)])
  return { catalog, root, ids }
}

/** Names faces, as one change. */
export function say(catalog: Catalog, about: readonly (readonly [id: number, faces: FaceStatement[]])[]): number {
  const run = catalog.changes.beginBatch(
    { kind: 'people', action: 'named', name: 'Anna', faces: about.length, photos: about.length },
    about.map(([id, faces]) => ({ change: { kind: 'faces', faces }, ids: [id] })),
  )
  while (!run.isDone) catalog.changes.step(run)
  return run.result.changeId ?? 0
}
