import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConversionError, type Attribute, type Graph, type Node } from '../graph.ts'
import { readWeights, type WeightSpec } from './weights.ts'

type RawAttribute = {
  s?: string
  i?: string | number
  f?: number
  b?: boolean
  type?: string
  shape?: { dim?: { size: string }[] }
  list?: { s?: string[]; i?: (string | number)[]; f?: number[] }
}
type RawNode = { name: string; op: string; input?: string[]; attr?: Record<string, RawAttribute> }
type RawModel = {
  format: string
  modelTopology: { node: RawNode[] }
  weightsManifest: { paths: string[]; weights: WeightSpec[] }[]
}

/** Files a graph model consists of, the description first. */
export function graphModelFiles(file: string): string[] {
  return [file, ...readRaw(file).weightsManifest.flatMap((group) => group.paths.map((path) => join(dirname(file), path)))]
}

/** Reads a TensorFlow.js graph model (`.json` with its weight files beside it). */
export function readGraphModel(file: string): Graph {
  const raw = readRaw(file)
  const bytes = Buffer.concat(graphModelFiles(file).slice(1).map((path) => readFileSync(path)))
  const constants = readWeights(raw.weightsManifest.flatMap((group) => group.weights), new Uint8Array(bytes))
  const placeholder = raw.modelTopology.node.find((node) => node.op === 'Placeholder')
  if (!placeholder) throw new ConversionError(`${file} has no input`)
  const nodes = raw.modelTopology.node.filter((node) => node.op !== 'Const' && node.op !== 'Placeholder').map(readNode)
  return { input: { name: placeholder.name, dims: inputDims(placeholder) }, nodes, constants, outputs: [] }
}

function readRaw(file: string): RawModel {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as RawModel
  if (raw.format !== 'graph-model') throw new ConversionError(`${file} is not a TensorFlow.js graph model`)
  return raw
}

function inputDims(placeholder: RawNode): number[] {
  const dims = placeholder.attr?.shape?.shape?.dim?.map(({ size }) => Number(size)) ?? []
  return dims.map((size, axis) => (axis === 0 ? 1 : size)) // one picture at a time
}

function readNode({ name, op, input = [], attr = {} }: RawNode): Node {
  const attributes = Object.fromEntries(Object.entries(attr).map(([key, value]) => [key, readAttribute(value)]))
  return { name, op, inputs: input.map((value) => value.replace(/:0$/, '')).filter((value) => !value.startsWith('^')), attributes }
}

function readAttribute(raw: RawAttribute): Attribute {
  if (raw.s !== undefined) return decodeText(raw.s)
  if (raw.i !== undefined) return Number(raw.i)
  if (raw.f !== undefined) return raw.f
  if (raw.b !== undefined) return raw.b
  if (raw.type !== undefined) return raw.type
  if (raw.list?.s) return raw.list.s.map(decodeText)
  return (raw.list?.i ?? raw.list?.f ?? []).map(Number)
}

const decodeText = (text: string) => Buffer.from(text, 'base64').toString('latin1')
