import { expect } from 'vitest'
import { CategoryResult } from '../../../src-main/contract/analysis/operations/categories.ts'
import { ColorResult } from '../../../src-main/contract/analysis/operations/colors.ts'
import { CroppingResult } from '../../../src-main/contract/analysis/operations/croppings.ts'
import { FaceResult } from '../../../src-main/contract/analysis/operations/faces.ts'
import { TagResult } from '../../../src-main/contract/analysis/operations/tags.ts'
import { AppError } from '../../../src-main/contract/errors.ts'
import type { AnalysedPicture } from '../../../src-main/analysis/operations/analysed-picture.ts'
import type { Operations } from '../../../src-main/analysis/operations/operations.ts'

/**
 * Runs every operation on a picture and checks its record; an operation may report that its model is missing, and
 * nothing else.
 */
export async function checkEverything(operations: Operations, picture: AnalysedPicture, name = ''): Promise<void> {
  const { width, height } = picture.photo
  const { tags } = TagResult.parse(await operations.tags(picture, { verbose: '1', language: 'en,ja' }))
  expect(isFalling(tags), name).toBe(true)
  for (const id of ['general_v3', 'personal_photos', 'nsfw_beta']) {
    const result = await unlessUnsupported(() => operations.categories(picture, id, { verbose: '1' }))
    if (result) expect(isFalling(CategoryResult.parse(result).categories), name).toBe(true)
  }
  for (const deterministic of ['0', '1']) ColorResult.parse(await operations.colors(picture, { deterministic }))
  for (const given of [{}, { resolution: '16x9,1x1,100000x3', rect_percentage: '50' }]) {
    const { croppings } = CroppingResult.parse(await operations.croppings(picture, given))
    for (const { x1, y1, x2, y2 } of croppings)
      expect(
        0 <= x1 && x1 < x2 && x2 <= width && 0 <= y1 && y1 < y2 && y2 <= height,
        `${name} ${width}x${height} ${x1},${y1},${x2},${y2}`,
      ).toBe(true)
  }
  const found = await unlessUnsupported(() =>
    operations.faces(picture, { return_face_id: '1', return_face_attributes: '1' }),
  )
  if (found) FaceResult.parse(found)
  expect((await operations.colorVector(picture, 'object')).every(Number.isFinite), name).toBe(true)
  expect((await operations.contentVector(picture))?.vector.every(Number.isFinite) ?? true, name).toBe(true)
}

async function unlessUnsupported<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-supported-here') return null
    throw error
  }
}

function isFalling(list: readonly { confidence: number }[]): boolean {
  return list.every(({ confidence }, k) => k === 0 || confidence <= list[k - 1]!.confidence)
}
