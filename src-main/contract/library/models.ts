import { z } from 'zod'
import { Text } from '../sentences/text.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** What a model can do for the engine; several models may serve the same task. */
export const ModelTask = z.enum([
  'classifier',
  'objects',
  'faces',
  'face-identity',
  'face-mesh',
  'iris',
  'nsfw',
  'saliency',
  'people',
  'embedding',
  'text-image',
  'text-detection',
  'text-direction',
  'text-recognition',
])
export type ModelTask = z.infer<typeof ModelTask>

/** Tasks that are not required: without a model for them, nothing is reported as missing. */
export const optionalTasks: ReadonlySet<ModelTask> = new Set<ModelTask>([
  'face-mesh',
  'iris',
  'people',
  'text-image',
  'text-detection',
  'text-direction',
  'text-recognition',
])

/** Sets of models to download: the recommended ones, and larger ones. */
export const ModelSet = z.enum(['standard', 'larger'])
export type ModelSet = z.infer<typeof ModelSet>

/** A model file that the application knows, with its state on this machine. */
export const ModelInfo = z.object({
  id: z.string(),
  title: z.string(),
  tasks: z.array(ModelTask),
  set: z.enum(['bundled', ...ModelSet.options]),
  bytes: z.int(),
  licence: z.string(),
  /** False if it never ran on photos with known truth, so that no figure says how good it is. */
  isMeasured: z.boolean(),
  state: z.enum(['installed', 'missing', 'downloading', 'damaged']),
  /** Bytes received during a download. */
  received: z.int(),
  /** The last error, as a sentence; empty without one. */
  problem: Text.nullable(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** The model in use for each task; null without one, and `note` then says in a sentence what does not work. */
export const EngineInfo = z.object({
  name: z.string(),
  tasks: z.array(z.object({ task: ModelTask, modelId: z.string().nullable(), note: Text.nullable() })),
  /** Whether no better models than the current ones could be installed. */
  isComplete: z.boolean(),
})
export type EngineInfo = z.infer<typeof EngineInfo>

/** The address of a `pair.json` and its SHA-256; the file names the hashes of the pair's other files. */
export const PairAddress = z.object({
  address: z.url({ protocol: /^https?$/ }).max(2000),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .refine((digits) => /^[0-9a-f]{64}$/.test(digits), issueWith(say('inputs.checksum'))),
})
export type PairAddress = z.infer<typeof PairAddress>

/** A pair to install: one of the catalogue by its id, or one at an address. */
export const PairChoice = z.union([PairAddress, z.object({ offer: z.string() })])
export type PairChoice = z.infer<typeof PairChoice>

/** The text-image pair, which finds photos that match a sentence. */
export const PairState = z.object({
  /** The installed pair; null without one. */
  pair: z
    .object({
      id: z.string(),
      title: z.string(),
      licence: z.string(),
      bytes: z.int(),
      /** Its id in the catalogue; null for a pair from elsewhere. */
      offer: z.string().nullable(),
    })
    .nullable(),
  /** Pairs of the catalogue that can be downloaded; `bytes` is the size of the download. None of them was measured. */
  offers: z.array(z.object({ id: z.string(), title: z.string(), licence: z.string(), bytes: z.int() })),
  isInstalling: z.boolean(),
  /** Bytes received by the current download. */
  received: z.int(),
  total: z.int(),
  /** Why the last installation failed, as a sentence; empty without a problem. */
  problem: Text.nullable(),
})
export type PairState = z.infer<typeof PairState>

/**
 * The result of installing from a folder of model files: titles of models installed now, titles of those that were
 * installed before, and files that were left out.
 */
export const InstalledFromFolder = z.object({
  installed: z.array(z.string()),
  present: z.array(z.string()),
  skipped: z.array(z.object({ file: z.string(), reason: Text })),
})
export type InstalledFromFolder = z.infer<typeof InstalledFromFolder>
