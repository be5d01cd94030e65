import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/core/catalog/catalog.ts'
import type { MeasuredFace } from '../../../../src-main/analysis/photo/findings.ts'
import { fingerprints, saveFound } from '../library.ts'
import { arrange, openWithShots } from './library-of-shots.ts'

const exposure = { shadows: 0, highlights: 0, middle: 0.4 }
const face = (height: number, eyes: number): MeasuredFace => ({
  box: { x1: 0, y1: 0, x2: 10, y2: height },
  face: 50,
  eyes,
})

function measure(catalog: Catalog, id: number, subject: number, ...faces: MeasuredFace[]): void {
  saveFound(catalog, id, { sharpness: { subject, faces, exposure } }, ['sharpness'])
}

function openBurst(...marks: number[]) {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const ids = shoot(...marks.map((_, at) => at * 0.5))
  ids.forEach((id, at) => measure(catalog, id, marks[at]!))
  arrange(catalog)
  const stack = catalog.photos.tiles(ids)[0]!.stack!
  const look = (shown = ids) => catalog.stacks.look(stack, (all) => all.filter((id) => shown.includes(id)))
  return { catalog, ids, stack, look }
}

test('the frames of a stack by time, with the suggested one', () => {
  const { ids, stack, look } = openBurst(40, 80, 45)
  expect(look()).toEqual({
    stack,
    frames: ids,
    chosen: null,
    set: null,
    isWaiting: false,
    suggested: { id: ids[1], reasons: ['subject-sharper'] },
  })
})

test('no frame of a bracket is suggested, however much sharper it is, nor one where frames are hidden', () => {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const exposed = [1 / 100, 1 / 400, 1 / 25].map((exposureTime, at) => ({ at, exposureTime, aperture: 8, iso: 100 }))
  const ids = shoot(...exposed)
  ids.forEach((id, at) => measure(catalog, id, [40, 45, 90][at]!))
  arrange(catalog)
  const { stack } = catalog.photos.tiles(ids)[0]!
  expect(catalog.stacks.look(stack!, (all) => all)).toMatchObject({ frames: ids, set: 'bracket', suggested: null })
  expect(catalog.stacks.look(stack!, (all) => all.slice(1))).toMatchObject({ set: 'bracket', suggested: null })
})

test('while a frame waits for its analysis that is said', () => {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const ids = shoot(0, 0.5)
  measure(catalog, ids[0]!, 40)
  arrange(catalog)
  const look = () => catalog.stacks.look(catalog.photos.tiles(ids)[0]!.stack!, (all) => all)
  expect(look()).toMatchObject({ set: null, isWaiting: true, suggested: null })
  measure(catalog, ids[1]!, 42)
  expect(look()).toMatchObject({ isWaiting: false, suggested: null })
})

test('what the person put on top, or picked, is chosen; undoing it takes that back', () => {
  const { catalog, ids, look } = openBurst(40, 80, 45)
  catalog.changes.apply({ kind: 'pick', ids: [ids[2]!], pick: 1 })
  expect(look()?.chosen).toBe(ids[2])
  const { changeId } = catalog.changes.apply({ kind: 'stack-top', ids: [ids[1]!], top: catalog.stacks.nextTop() })
  expect(look()?.chosen).toBe(ids[1])
  catalog.changes.undo(changeId!)
  expect(look()?.chosen).toBe(ids[2])
})

test('hidden and rejected photos are not suggested, and hidden ones are not told', () => {
  const { catalog, ids, look } = openBurst(40, 80, 60, 45)
  expect(look([ids[0]!, ids[2]!, ids[3]!])).toMatchObject({
    frames: [ids[0], ids[2], ids[3]],
    suggested: { id: ids[2] },
  })
  expect(look([])).toBeNull()
  catalog.changes.apply({ kind: 'pick', ids: [ids[1]!], pick: -1 })
  expect(look()?.suggested?.id).toBe(ids[2])
})

test('a large face counts for more than a small one', () => {
  const { catalog, ids, look } = openBurst(50, 50)
  measure(catalog, ids[0]!, 50, face(100, 70), face(10, 20))
  measure(catalog, ids[1]!, 50, face(100, 50), face(10, 90))
  expect(look()?.suggested).toEqual({ id: ids[0], reasons: ['eyes-sharper'] })
})

test('nothing is told of a number that no stack has', () => {
  const { catalog } = openBurst(50, 50)
  expect(catalog.stacks.look(0, (ids) => ids)).toBeNull()
  expect(catalog.stacks.look(-9999, (ids) => ids)).toBeNull()
})
