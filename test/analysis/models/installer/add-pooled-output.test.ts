import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeModel } from '../../../../build/models/onnx/onnx-file.ts'
import { readModelCatalog } from '../../../../src-main/analysis/models/registry/catalog.ts'
import { addPooledOutput } from '../../../../src-main/analysis/models/installer/add-pooled-output.ts'
import { ModelInstaller } from '../../../../src-main/analysis/models/installer/model-installer.ts'
import { openSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import { sharedModels } from '../../../fixtures/shared.ts'

const root = join(import.meta.dirname, '../../../..')
const models = sharedModels() ?? 'no-such-folder'
const catalog = readModelCatalog(join(root, 'resources'))

/** A model with the names that the recipe expects: bytes in, read back as floats by one node. */
function smallModel(): Uint8Array {
  const scalar = (name: string, type: 'float' | 'uint8', bytes: Uint8Array) => ({ name, type, dims: [], bytes })
  return encodeModel({
    name: 'small',
    producer: 'test',
    metadata: {},
    nodes: [
      {
        op: 'QuantizeLinear',
        inputs: ['input', '464_scale', '464_zero_point'],
        output: '472_quantized',
        attributes: {},
      },
      {
        op: 'DequantizeLinear',
        inputs: ['472_quantized', '464_scale', '464_zero_point'],
        output: 'output',
        attributes: {},
      },
    ],
    initializers: [
      scalar('464_scale', 'float', new Uint8Array(Float32Array.of(0.5).buffer)),
      scalar('464_zero_point', 'uint8', Uint8Array.of(3)),
    ],
    inputs: [{ name: 'input', type: 'float', dims: [1, 1280] }],
    outputs: [{ name: 'output', type: 'float', dims: [1, 1280] }],
  })
}

test("the added output gives the network's pooled values", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lumafold-derive-'))
  const file = join(folder, 'small.onnx')
  writeFileSync(file, addPooledOutput(smallModel()))
  const session = await openSession(file)
  expect(session.outputNames).toEqual(['output', 'embedding'])
  const { output, embedding } = await session.run({
    input: { data: new Float32Array(1280).map((_, i) => i / 20), dims: [1, 1280] },
  })
  expect(embedding!.data).toEqual(output!.data)
  expect(embedding!.data[100]).toBe(5)
  await session.close()
  rmSync(folder, { recursive: true })
})

test('another model is refused with a message', () => {
  expect(() => addPooledOutput(new Uint8Array([1, 2, 3]))).toThrow(/not an ONNX model|not whole/)
  expect(() => addPooledOutput(new TextEncoder().encode('hello world, this is text'))).toThrow(/ONNX model|not whole/)
})

test.skipIf(!existsSync(models))(
  'the derived file equals the pinned one byte for byte, and the standard set installs from a folder',
  async () => {
    const entry = catalog.models.find(({ id }) => id === 'mobilenetv2-int8-embedding')
    if (!entry || entry.set === 'bundled') throw new Error('not in the catalogue')
    const derived = addPooledOutput(readFileSync(join(models, 'mobilenetv2-12-int8.onnx')))
    expect(createHash('sha256').update(derived).digest('hex')).toBe(entry.sha256)
    const modelsDir = mkdtempSync(join(tmpdir(), 'lumafold-standard-'))
    const installer = new ModelInstaller({ catalog, modelsDir, bundledDir: join(root, 'resources/models/bundled') })
    const { installed } = await installer.installFrom(models)
    expect(installed.sort()).toEqual(['mobilenetv2-int8-embedding', 'u2netp-fp16', 'yolox-nano', 'yunet-n'])
    expect(
      installer
        .list()
        .filter(({ set }) => set === 'standard')
        .map(({ state }) => state),
    ).toEqual(['installed', 'installed', 'installed', 'installed'])
    rmSync(modelsDir, { recursive: true })
  },
)

test('every model of the catalogue is available: bundled, by address, or with a substitute that is', () => {
  for (const model of catalog.models) {
    if (model.set === 'bundled') continue
    const all = [model, ...catalog.models.filter((other) => other.set !== 'bundled' && other.insteadOf === model.id)]
    const addresses = all.flatMap((one) =>
      one.set === 'bundled' ? [] : [...one.sources, ...(one.derivedFrom?.sources ?? [])],
    )
    expect(addresses.length, model.id).toBeGreaterThan(0)
  }
  expect(new Set(catalog.models.map(({ file }) => file)).size).toBe(catalog.models.length)
})
