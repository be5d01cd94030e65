import type { Findings } from '../photo/findings.ts'
import type { Step, StepContext } from '../step/step.ts'

/** The content vector for "find similar", L2-normalised, with the model it comes from. */
export const embeddingStep: Step = { name: 'embedding', version: 1, tasks: ['embedding'], run: embedPhoto }

async function embedPhoto({ photo, models }: StepContext): Promise<Partial<Findings>> {
  const embedder = await models.get('embedding')
  if (!embedder) return {}
  return { embedding: { modelId: embedder.modelId, vector: await embedder.embed(photo) } }
}
