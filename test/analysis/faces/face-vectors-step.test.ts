import { expect, test } from 'vitest'
import { faceVectorsStep } from '../../../src-main/analysis/faces/face-vectors-step.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'

test('vectors are computed again whenever faces are found in another way', () => {
  expect(Math.floor(faceVectorsStep.version / 10)).toBe(facesStep.version)
})
