import { access, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { env, InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { sumsOverflow } from './overflowing-sums.ts'
import { hasOwnArenas } from './session-memory.ts'

/** Numbers with a shape, row-major. */
export type Tensor = {
  data: Float32Array | Uint8Array | Int8Array | Int32Array | BigInt64Array
  dims: readonly number[]
}

/** An opened model: named tensors in, named tensors out. A run blocks its thread. */
export type ModelSession = {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  /** Runs the model; `wanted` selects the outputs to compute and return (all by default). */
  run(inputs: Record<string, Tensor>, wanted?: readonly string[]): Promise<Record<string, Tensor>>
  close(): Promise<void>
}

const elementTypes = [
  [Float32Array, 'float32'],
  [Uint8Array, 'uint8'],
  [Int8Array, 'int8'],
  [Int32Array, 'int32'],
  [BigInt64Array, 'int64'],
] as const

/** Changes the bytes of a model before it is opened. */
export type PrepareModel = (model: Uint8Array) => Uint8Array

type OpenOptions = {
  prepare?: PrepareModel | undefined
  /** Its eight-bit weights, if any, are such that sums of products never overflow (`quantiseModel`). */
  sumsFit?: boolean
  /** Whether the model keeps its own memory between runs, also where malloc keeps what is freed. */
  keepsMemory?: boolean | undefined
}

/**
 * Opens a model file for one thread of one process; use one process per core. Rejects with `model-not-found` if the
 * file is missing, and with `file-unreadable` if it is no complete model.
 */
export async function openSession(file: string, options: OpenOptions = {}): Promise<ModelSession> {
  await access(file).catch((cause: unknown) => {
    throw new AppError(
      'model-not-found',
      say('models.fileDamaged', { name: basename(file), what: 'missing', set: 'other' }),
      { cause },
    )
  })
  env.logLevel = 'error' // the runtime reads this once, at its first session; warnings would go to stderr
  // also read at the first session: without it the runtime sends reports to its publisher and leaves files in the
  // temporary folder
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  const session = await createSession(file, options).catch((cause: unknown) => {
    throw new AppError(
      'file-unreadable',
      say('models.fileDamaged', { name: basename(file), what: 'damaged', set: 'other' }),
      { cause },
    )
  })
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (inputs, wanted) => runSession(session, inputs, wanted),
    close: () => session.release(),
  }
}

/** Whether sums of eight-bit products overflow on this processor; asked once by each process. */
let overflow: Promise<boolean> | undefined

/**
 * A published model may have eight-bit weights: where their sums overflow, slower ones are computed that do not. Sums
 * fit for what is quantised here, at build or now.
 */
async function createSession(
  file: string,
  { prepare, sumsFit = false, keepsMemory }: OpenOptions,
): Promise<InferenceSession> {
  const options = sessionOptions(hasOwnArenas() || keepsMemory === true)
  if (prepare) return InferenceSession.create(prepare(await readFile(file)), options)
  const needsExactSums = !sumsFit && (await (overflow ??= sumsOverflow(InferenceSession)))
  return InferenceSession.create(file, {
    ...options,
    ...(needsExactSums && { extra: { session: { x64quantprecision: '1' } } }),
  })
}

function sessionOptions(enableCpuMemArena: boolean): InferenceSession.SessionOptions {
  return {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena,
    // Memory patterns make an arena no faster, and need more memory.
    enableMemPattern: false,
    logSeverityLevel: 3,
  }
}

async function runSession(
  session: InferenceSession,
  inputs: Record<string, Tensor>,
  wanted = session.outputNames,
): Promise<Record<string, Tensor>> {
  const feeds: Record<string, OrtTensor> = {}
  for (const [name, tensor] of Object.entries(inputs)) feeds[name] = toOrt(tensor)
  const results = await session.run(feeds, wanted)
  return Object.fromEntries(Object.entries(results).map(([name, value]) => [name, fromOrt(name, value)]))
}

function toOrt({ data, dims }: Tensor): OrtTensor {
  const type = elementTypes.find(([array]) => data instanceof array)?.[1]
  if (!type) throw new TypeError(`A model cannot read ${data.constructor.name}`)
  return new OrtTensor(type, data, dims)
}

function fromOrt(name: string, value: InferenceSession.OnnxValueMapType[string]): Tensor {
  const { data, dims } = value
  if (!elementTypes.some(([array]) => data instanceof array))
    throw new TypeError(`The model's output ${name} has an element type that is not used here`)
  return { data: data as Tensor['data'], dims }
}
