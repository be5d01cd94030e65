import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from '../../../fixtures/shared.ts'

/** Folder with the standard set and its manifest, next to the project, if it exists. */
export const sharedModels = sharedFolder('models') ?? 'no-such-folder'
export const hasSharedModels = existsSync(join(sharedModels, 'manifest.json'))

export type SelfTest = {
  hw: [number, number]
  expected: Record<string, { shape: number[]; mean: number; max: number; argmax: number; first5: number[] }>
}
type Manifest = { models: { id: string; file: string; selftest: SelfTest }[] }

/** The file and the expected outputs of one model. */
export function standardModel(id: string): { file: string; selftest: SelfTest } {
  const manifest = JSON.parse(readFileSync(join(sharedModels, 'manifest.json'), 'utf8')) as Manifest
  const model = manifest.models.find((entry) => entry.id === id)
  if (!model) throw new Error(`The manifest has no model ${id}`)
  return { file: join(sharedModels, model.file), selftest: model.selftest }
}

/** The picture of the manifest's self-test. */
export function patternRaster([height, width]: [number, number]) {
  const data = new Uint8Array(3 * width * height)
  for (let k = 0; k < data.length; k++) data[k] = (37 * k + 11 * Math.floor(k / 97)) % 251
  return { width, height, data }
}

/** Mean, maximum, its index and the first five values of a tensor. */
export function summarise(values: Float32Array) {
  let argmax = 0
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!
    if (values[i]! > values[argmax]!) argmax = i
  }
  return { mean: sum / values.length, max: values[argmax]!, argmax, first5: [...values.subarray(0, 5)] }
}
