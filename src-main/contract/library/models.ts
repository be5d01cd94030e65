import { z } from 'zod'

export const ModelTask = z.enum(['classifier', 'objects', 'faces', 'face-identity', 'nsfw', 'saliency', 'embedding'])
export type ModelTask = z.infer<typeof ModelTask>

/** A model file the application knows, and what became of it on this machine. */
export const ModelInfo = z.object({
  id: z.string(),
  title: z.string(),
  slots: z.array(ModelTask),
  set: z.enum(['bundled', 'standard', 'larger']),
  bytes: z.int(),
  licence: z.string(),
  state: z.enum(['installed', 'missing', 'downloading', 'damaged']),
  /** Bytes that have arrived, while downloading. */
  received: z.int(),
  /** What went wrong last, as a sentence; empty when nothing did. */
  problem: z.string(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** Which model serves each slot now; null where none does, with what that costs the person in a sentence. */
export const EngineInfo = z.object({
  name: z.string(),
  slots: z.array(z.object({ slot: ModelTask, modelId: z.string().nullable(), note: z.string() })),
  /** False while better models than the present ones could be installed. */
  isComplete: z.boolean(),
})
export type EngineInfo = z.infer<typeof EngineInfo>
