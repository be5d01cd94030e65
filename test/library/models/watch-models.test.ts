import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchModels } from '../../../src-main/library/models/watch-models.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

test('a model installed by another process is reported, once its file has its final name', async () => {
  const folder = join(tempFolder(), 'models')
  let changes = 0
  onTestFinished(watchModels(folder, { onChange: async () => void (changes += 1), log }))
  writeFileSync(join(folder, 'a.onnx.part'), 'model')
  renameSync(join(folder, 'a.onnx.part'), join(folder, 'a.onnx'))
  await expect.poll(() => changes).toBe(1)
  writeFileSync(join(folder, 'b.onnx'), 'model')
  await expect.poll(() => changes).toBe(2)
})

test('an impossible folder is a warning', () => {
  const warnings: string[] = []
  const file = join(tempFolder(), 'file')
  writeFileSync(file, '')
  const stop = watchModels(join(file, 'models'), {
    onChange: async () => undefined,
    log: { ...log, warn: (message) => void warnings.push(message) },
  })
  stop()
  expect(warnings).toEqual(['The folder of models cannot be watched'])
})
