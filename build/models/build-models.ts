import { messageOf } from '../../src-main/contract/errors.ts'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundledModels, copiedModels } from './bundled-models.ts'
import { quantiseModel } from '../../src-main/analysis/models/runtime/quantise-model.ts'
import { CONVERTER_VERSION, convertToOnnx } from './convert.ts'

type Built = { name: string; bytes: number; isFresh: boolean }

/** Folder the bundled models are built into. */
export const bundledDir = resolve(import.meta.dirname, '../../resources/models/bundled')

/** Builds every bundled model whose sources, plan or converter changed; a file is complete or absent. */
export function buildModels(directory = bundledDir): Built[] {
  mkdirSync(directory, { recursive: true })
  const made = bundledModels.map((model) => ({
    name: model.name,
    fingerprint: fingerprintOf([CONVERTER_VERSION, model], model.sourceFiles()),
    make: () => {
      const converted = convertToOnnx(model.artifacts(), model)
      return model.integers ? quantiseModel(converted, model.integers) : converted
    },
  }))
  const copied = copiedModels.map(({ name, sourceFile, change }) => ({
    name,
    fingerprint: fingerprintOf(change ? [name, change.version] : [name], [sourceFile()]),
    make: () => (change ? change.apply(readFileSync(sourceFile())) : readFileSync(sourceFile())),
  }))
  return [...made, ...copied].map((model) => buildModel(model, directory))
}

type Buildable = { name: string; fingerprint: string; make(): Uint8Array }

function buildModel({ name, fingerprint, make }: Buildable, directory: string): Built {
  const file = join(directory, `${name}.onnx`)
  const stamp = join(directory, `${name}.stamp`)
  const isCurrent =
    existsSync(file) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === `${fingerprint} ${hashOf(readFileSync(file))}`
  if (isCurrent) return { name, bytes: readFileSync(file).byteLength, isFresh: false }
  const bytes = make()
  rmSync(stamp, { force: true })
  writeWhole(file, bytes)
  writeWhole(stamp, `${fingerprint} ${hashOf(bytes)}`)
  return { name, bytes: bytes.byteLength, isFresh: true }
}

function fingerprintOf(plan: unknown, sourceFiles: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(plan))
  for (const file of sourceFiles) hash.update(readFileSync(file))
  return hash.digest('hex')
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function writeWhole(file: string, content: Uint8Array | string) {
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, content)
  renameSync(part, file)
}

function main() {
  const start = performance.now()
  for (const { name, bytes, isFresh } of buildModels()) {
    console.log(`${isFresh ? 'built' : 'up to date'}: ${name}.onnx, ${(bytes / 1e6).toFixed(1)} MB`)
  }
  console.log(`Bundled models ready in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(`The bundled models could not be built: ${messageOf(error)}`)
    process.exitCode = 1
  }
}
