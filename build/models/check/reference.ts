import { dirname, join } from 'node:path'
import { findPackageJSON } from 'node:module'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import {
  add,
  io,
  mean,
  mul,
  ready,
  setBackend,
  tensor4d,
  tidy,
  transpose,
  type Tensor,
  type Tensor4D,
} from '@tensorflow/tfjs-core'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import { loadLayersModel } from '@tensorflow/tfjs-layers'
import type { BundledModel } from '../bundled-models.ts'
import { ConversionError } from '../graph.ts'

/**
 * Runs a model on a picture of the model's size: bytes in, named numbers out, with the shapes of the converted file.
 */
export type Reference = { run(picture: Uint8Array): Record<string, Float32Array>; dispose(): void }

/** Opens a bundled model in TensorFlow.js itself (WebAssembly) for comparison. */
export async function openReference(model: BundledModel): Promise<Reference> {
  await startTensorFlow()
  const { format, topology, weightSpecs, weightBytes } = model.artifacts()
  const handler = io.fromMemory({
    modelTopology: topology,
    weightSpecs: weightSpecs as io.WeightsManifestEntry[],
    weightData: weightBytes.buffer,
    format,
  })
  const opened = format === 'graph-model' ? await openGraph(handler, model) : await openLayers(handler, model)
  return { run: (picture) => runReference(model, opened, picture), dispose: opened.dispose }
}

type Executor = { run(input: Tensor4D): Record<string, Tensor>; dispose(): void }

async function startTensorFlow() {
  const file = findPackageJSON('@tensorflow/tfjs-backend-wasm', import.meta.url)
  if (!file) throw new ConversionError('@tensorflow/tfjs-backend-wasm is not installed')
  setWasmPaths(`${join(dirname(file), 'dist')}/`)
  if (!(await setBackend('wasm'))) throw new ConversionError('TensorFlow.js could not start its WebAssembly backend')
  await ready()
}

async function openGraph(handler: io.IOHandler, { outputs, averages = {} }: BundledModel): Promise<Executor> {
  const graph = await loadGraphModel(handler)
  const execute = (input: Tensor4D, sources: string[]) => [graph.execute(input, sources)].flat() as Tensor[]
  return {
    run(input) {
      const plain = execute(input, Object.values(outputs))
      const averaged = Object.keys(averages).length
        ? execute(input, Object.values(averages)).map((value) => mean(value, [1, 2]))
        : []
      return Object.fromEntries(
        [...Object.keys(outputs), ...Object.keys(averages)].map((name, i) => [
          name,
          [...plain, ...averaged][i] as Tensor,
        ]),
      )
    },
    dispose: () => graph.dispose(),
  }
}

async function openLayers(handler: io.IOHandler, { outputs }: BundledModel): Promise<Executor> {
  const layers = await loadLayersModel(handler)
  const [name = ''] = Object.keys(outputs)
  return { run: (input) => ({ [name]: layers.predict(input) as Tensor }), dispose: () => void layers.dispose() }
}

function runReference(
  { side, range }: BundledModel,
  { run }: Executor,
  picture: Uint8Array,
): Record<string, Float32Array> {
  const results: Record<string, Float32Array> = {}
  tidy(() => {
    const bytes = tensor4d(Float32Array.from(picture), [1, side, side, 3])
    for (const [name, value] of Object.entries(run(add(mul(bytes, range.scale), range.offset)))) {
      results[name] = (value.rank === 4 ? transpose(value, [0, 3, 1, 2]) : value).dataSync() as Float32Array
    }
  })
  return results
}
