import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ConversionError } from '../graph.ts'
import type { WeightSpec } from './weights.ts'

/** A TensorFlow.js model as read from its files, not interpreted yet. */
export type TfjsArtifacts = {
  format: 'graph-model' | 'layers-model'
  topology: object
  weightSpecs: WeightSpec[]
  weightBytes: Uint8Array<ArrayBuffer>
}
type RawModel = {
  format?: string
  modelTopology: object
  weightsManifest: { paths: string[]; weights: WeightSpec[] }[]
}

/** Files of a model description and its weights, the description first. */
export function graphModelFiles(file: string): string[] {
  return [
    file,
    ...readDescription(file).weightsManifest.flatMap((group) => group.paths.map((path) => join(dirname(file), path))),
  ]
}

/** Reads a graph model: a `.json` with its weight files beside it. */
export function readGraphModel(file: string): TfjsArtifacts {
  const [, ...weightFiles] = graphModelFiles(file)
  return toArtifacts(
    'graph-model',
    readDescription(file),
    weightFiles.map((path) => readFileSync(path)),
  )
}

/** Reads a layers model from a package's CommonJS modules: one for the description, one per weight file (base64). */
export function readLayersModel(file: string, weightFiles: readonly string[]): TfjsArtifacts {
  const load = createRequire(import.meta.url)
  return toArtifacts(
    'layers-model',
    load(file) as RawModel,
    weightFiles.map((path) => Buffer.from(load(path) as string, 'base64')),
  )
}

function readDescription(file: string): RawModel {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as RawModel
  if (raw.format !== 'graph-model') throw new ConversionError(`${file} is not a TensorFlow.js graph model`)
  return raw
}

function toArtifacts(format: TfjsArtifacts['format'], raw: RawModel, weights: Buffer[]): TfjsArtifacts {
  const weightSpecs = raw.weightsManifest.flatMap((group) => group.weights)
  return { format, topology: raw.modelTopology, weightSpecs, weightBytes: new Uint8Array(Buffer.concat(weights)) }
}
