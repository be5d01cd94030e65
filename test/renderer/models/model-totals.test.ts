import { expect, test } from 'vitest'
import type { ModelInfo } from '../../../src-main/contract/library/models.ts'
import { countInstalled, downloadProgress } from '../../../src-renderer/models/model-totals.ts'

const model = (state: ModelInfo['state'], bytes: number, received: number): ModelInfo =>
  ({ state, bytes, received }) as ModelInfo

test('an installed model counts in full, another one with the bytes so far', () => {
  const models = [model('installed', 100, 0), model('downloading', 50, 20), model('missing', 10, 0)]
  expect(downloadProgress(models)).toEqual({ received: 120, total: 160 })
  expect(countInstalled(models)).toBe(1)
})
