import { expect, test } from 'vitest'
import type { TaskAdapters } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { createCachedDetections } from '../../../src-main/analysis/pipeline/create-cached-detections.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { fakeModels } from '../step/step-context.ts'

const photo = photoOf({ width: 40, height: 20, data: new Uint8Array(3 * 40 * 20) })
const flat = (value: number) => ({ columns: 4, rows: 2, values: new Float32Array(8).fill(value) })
const box = { x1: 0, y1: 0, x2: 19, y2: 20 }

/** Detections with a people model that counts its runs. */
function detect(found: { label: string; score: number }, adapters: Partial<TaskAdapters> = {}) {
  const asked = { people: 0 }
  const people = async () => {
    asked.people++
    return flat(1)
  }
  const detections = createCachedDetections(
    photo,
    fakeModels({
      objects: { modelId: 'objects', detect: async () => [{ ...found, box }] },
      saliency: { modelId: 'saliency', map: async () => flat(0.25) },
      people: { modelId: 'people', map: people },
      ...adapters,
    }),
  )
  return { detections, asked }
}

test('with a person, the salient areas include people fully; the model runs once', async () => {
  const { detections, asked } = detect({ label: 'person', score: 0.8 })
  const map = await detections.saliency()
  expect([...map!.values]).toEqual([1, 1, 0.25, 0.25, 1, 1, 0.25, 0.25])
  expect(await detections.saliency()).toBe(map)
  expect(asked.people).toBe(1)
})

test.each([
  ['where there is none', { label: 'dog', score: 0.9 }],
  ['where one is hardly likely', { label: 'person', score: 0.2 }],
])('the people model does not run %s', async (_where, found) => {
  const { detections, asked } = detect(found)
  expect([...(await detections.saliency())!.values]).toEqual(Array(8).fill(0.25))
  expect(asked.people).toBe(0)
})

test('people alone are not a saliency map', async () => {
  const models = fakeModels({ people: { modelId: 'people', map: async () => flat(1) } })
  expect(await createCachedDetections(photo, models).saliency()).toBeNull()
})
