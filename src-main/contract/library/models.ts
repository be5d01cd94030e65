import { z } from 'zod'

/** What a model can do for the engine; several models may serve the same task. */
export const ModelTask = z.enum([
  'classifier',
  'objects',
  'faces',
  'face-identity',
  'nsfw',
  'saliency',
  'people',
  'embedding',
])
export type ModelTask = z.infer<typeof ModelTask>

/** Tasks that nothing needs: where no model serves one of them, nothing is missing and nothing is said of it. */
export const optionalTasks: ReadonlySet<ModelTask> = new Set<ModelTask>(['people'])

/** Models that are downloaded: those that everybody should have, and larger ones. */
export const ModelSet = z.enum(['standard', 'larger'])
export type ModelSet = z.infer<typeof ModelSet>

/** A model file that the application knows, and its state on this machine. */
export const ModelInfo = z.object({
  id: z.string(),
  title: z.string(),
  tasks: z.array(ModelTask),
  set: z.enum(['bundled', ...ModelSet.options]),
  bytes: z.int(),
  licence: z.string(),
  /** False where it was never run on the photos with known truth, so that no figure says how well it finds things. */
  isMeasured: z.boolean(),
  state: z.enum(['installed', 'missing', 'downloading', 'damaged']),
  /** Bytes that have arrived, while downloading. */
  received: z.int(),
  /** The last error, as a sentence; empty without one. */
  problem: z.string(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** Which model serves each task now; null without one, and `note` then says in a sentence what does not work. */
export const EngineInfo = z.object({
  name: z.string(),
  tasks: z.array(z.object({ task: ModelTask, modelId: z.string().nullable(), note: z.string() })),
  /** False while better models than the present ones could be installed. */
  isComplete: z.boolean(),
})
export type EngineInfo = z.infer<typeof EngineInfo>
