import { expect, test } from 'vitest'
import type { Face } from '../../../../../src-main/contract/analysis/face.ts'
import type { MeasuredFace } from '../../../../../src-main/analysis/photo/findings.ts'
import { fingerprints, openWithRoot, saveFound } from '../../../catalog/library.ts'

const exposure = { shadows: 0.01, highlights: 0.2, middle: 0.4 }
const face = (xmin: number): Face => ({
  confidence: 90,
  coordinates: { xmin, ymin: 0, xmax: xmin + 40, ymax: 40, width: 40, height: 40 },
  face_id: '',
  attributes: [],
  landmarks: [],
})
const measured = (x1: number, eyes: number): MeasuredFace => ({
  box: { x1, y1: 0, x2: x1 + 40, y2: 40 },
  face: 50,
  eyes,
})

function openMeasured() {
  const { catalog, add } = openWithRoot()
  catalog.analysis.setSteps(fingerprints('v1', ['faces', 'sharpness']))
  const [id] = add('a.jpg')
  saveFound(
    catalog,
    id!,
    { faces: [face(0), face(100)], sharpness: { subject: 71, faces: [measured(0, 80), measured(100, 30)], exposure } },
    ['faces', 'sharpness'],
  )
  return { catalog, id: id! }
}

test('sharpness is stored with the photo', () => {
  const { catalog, id } = openMeasured()
  expect(catalog.photos.detail(id).sharpness).toEqual({
    subject: 71,
    faces: [
      { face: 50, eyes: 80 },
      { face: 50, eyes: 30 },
    ],
    exposure,
  })
})

test('expressions of a face are stored with its marks', () => {
  const { catalog, id } = openMeasured()
  const expression = { openness: 0.1, smile: 0.8, away: null }
  const faces = [{ ...measured(0, 80), expression }, measured(100, 30)]
  saveFound(catalog, id, { sharpness: { subject: 71, faces, exposure } }, ['sharpness'])
  expect(catalog.photos.detail(id).sharpness?.faces).toEqual([
    { face: 50, eyes: 80, expression },
    { face: 50, eyes: 30 },
  ])
})

test('marks stay with their faces when these are found again, in another order', () => {
  const { catalog, id } = openMeasured()
  saveFound(catalog, id, { faces: [face(104), face(300), face(3)] }, ['faces'])
  expect(catalog.photos.detail(id).sharpness?.faces).toEqual([{ face: 50, eyes: 30 }, null, { face: 50, eyes: 80 }])
})

test('an unmeasured photo has no marks, and photos of an older library are measured', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  saveFound(catalog, id!, {})
  expect(catalog.photos.detail(id!)).toMatchObject({ status: 'ready', sharpness: null })
  catalog.analysis.setSteps(fingerprints('v1', ['preview', 'tags', 'sharpness']))
  expect(catalog.analysis.takePending(5, { first: [], busy: new Set() })).toMatchObject([{ id, steps: ['sharpness'] }])
})
