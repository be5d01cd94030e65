import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { imageNetSpec, toPlanar } from '../../src-main/analysis/models/adapters/planar.ts'
import { dropLastStage } from '../../src-main/analysis/models/runtime/drop-last-stage.ts'
import { onnxField } from '../../src-main/analysis/models/runtime/onnx-parts.ts'
import { block, concat, readFields, text } from '../../src-main/analysis/models/runtime/protobuf.ts'
import { readGraph } from '../../src-main/analysis/models/runtime/quantise-model.ts'

const SIDE = 192
/** Values that stay floats: the last ones, and those of the one block whose range is too large for eight bits. */
const left: ReadonlySet<string> = new Set(['t683', 't684', 't685', 't739', 't740', 'saliency'])

/**
 * Measures the range of each value of U2-Net-p, without its last stage, on the photos of a folder (except those in a
 * list of names) and writes it as JSON.
 */
async function main([model, photos, without, target]: readonly string[]): Promise<void> {
  if (!model || !photos || !without || !target)
    throw new Error(
      'Give a model file, a folder of photos, a JSON file whose keys are photos to leave out, and a file to write.',
    )
  const bytes = dropLastStage(new Uint8Array(readFileSync(model)))
  const graph = readFields(bytes).find(({ number }) => number === onnxField.graph)!
  const names = readGraph(readFields(graph.content)).nodes.flatMap(({ outputs: [name] }) =>
    name!.endsWith('_c') || left.has(name!) ? [] : [name!],
  )
  const opened = concat(
    bytes.subarray(0, graph.start),
    block(onnxField.graph, concat(graph.content, ...names.map((name) => block(onnxField.output, text(1, name))))),
    bytes.subarray(graph.end),
  )
  const session = await InferenceSession.create(opened, { graphOptimizationLevel: 'disabled', logSeverityLevel: 3 })
  const ranges: Record<string, [number, number]> = {}
  const widen = (name: string, values: Float32Array): void => {
    const range = (ranges[name] ??= [0, 0])
    for (const value of values) {
      if (value < range[0]) range[0] = value
      if (value > range[1]) range[1] = value
    }
  }
  const skipped = new Set(Object.keys(JSON.parse(readFileSync(without, 'utf8')) as object))
  for (const name of readdirSync(photos).filter((file) => !skipped.has(file))) {
    const photo = await decodePhoto(join(photos, name))
    const data = toPlanar(await photo.fitted({ width: SIDE, height: SIDE, fit: 'squash' }), imageNetSpec)
    const input = session.inputNames[0]!
    widen(input, data)
    const outputs = await session.run({ [input]: new Tensor('float32', data, [1, 3, SIDE, SIDE]) }, names)
    for (const value of names) widen(value, outputs[value]!.data as Float32Array)
  }
  const lines = Object.entries(ranges).map(
    ([name, range]) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify(range.map((value) => Number(value.toPrecision(5))))}`,
  )
  writeFileSync(target, `{ "ranges": {\n${lines.join(',\n')}\n} }\n`)
}

await main(process.argv.slice(2))
