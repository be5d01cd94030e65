import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { fakeModels } from '../step/step-context.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openOperations } from './open-operations.ts'

/** Models that count their runs per photo. */
function countingModels(): { models: Models; asked: Record<string, number> } {
  const asked: Record<string, number> = {}
  const count =
    <T>(name: string, answer: T) =>
    async () => {
      asked[name] = (asked[name] ?? 0) + 1
      return answer
    }
  const box = { x1: 10, y1: 10, x2: 120, y2: 150 }
  const models = fakeModels({
    objects: { modelId: 'yolox', detect: count('objects', [{ label: 'person', score: 0.9, box }]) },
    faces: { modelId: 'yunet', detect: count('faces', [{ score: 0.9, box, landmarks: [] }]) },
    saliency: {
      modelId: 'u2netp',
      map: count('saliency', { columns: 2, rows: 2, values: Float32Array.of(0, 1, 1, 0) }),
    },
    nsfw: { modelId: 'nsfw', classify: count('nsfw', { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 }) },
  })
  return { models, asked }
}

test('many operations on a picture, at once and again, open its file once and run each model once', async () => {
  const { models, asked } = countingModels()
  const operations = openOperations({ models })
  const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
  const picture = await operations.open(path)
  rmSync(path)
  const all = () =>
    Promise.all([
      operations.tags(picture),
      operations.categories(picture, 'general_v3'),
      operations.categories(picture, 'nsfw_beta'),
      operations.croppings(picture, { resolution: '1x1' }),
      operations.colors(picture),
      operations.faces(picture),
    ])
  expect(await all()).toEqual(await all())
  await operations.categories(picture, 'personal_photos')
  expect(asked).toEqual({ objects: 1, faces: 1, saliency: 1, nsfw: 1 })
})

test('a failing model becomes an AppError with the reason', async () => {
  const broken: Models = {
    get: () => Promise.reject(new Error('the file objects.onnx is damaged')),
    idFor: () => null,
    close: async () => undefined,
  }
  const operations = openOperations({ models: broken })
  const picture = await operations.open(readFileSync(await drawPhoto(join(tempFolder(), 'a.jpg'))))
  await expect(operations.tags(picture)).rejects.toMatchObject({
    name: 'AppError',
    code: 'internal',
    message: 'The picture could not be analysed (the file objects.onnx is damaged).',
  })
  expect((await operations.colors(picture, { deterministic: 1 })).colors.image_colors.length).toBeGreaterThan(0)
})
