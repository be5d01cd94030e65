import { expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { openFlowerHead, openTreeHead, readFlower } from '../../../src-main/analysis/tags/scene-head.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const chanceOf = (score: number) => readFlower(score)[0]!.chance

test('a flower is shown from a score that no photo without one had', () => {
  expect(chanceOf(0.05)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(0.19)).toBeGreaterThan(0.5)
  expect(chanceOf(0.14)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(0.5)).toBeGreaterThan(chanceOf(0.4))
})

test('the flower head exists, and gives little for nothing', () => {
  const head = openFlowerHead(resourcesDir)
  expect(head.score(new Float32Array(head.dimensions))['flower']).toBeLessThan(0.2)
})

test('the tree head reads the features of the standard set', () =>
  expect(openTreeHead(resourcesDir).dimensions).toBe(1280))
