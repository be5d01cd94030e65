import type { Findings } from '../photo/findings.ts'
import type { Step, StepContext } from '../step/step.ts'

type Embedding = NonNullable<Findings['embedding']>

/** The content vector for "find similar", L2-normalised, and its model. */
export const embeddingStep: Step = { name: 'embedding', version: 2, tasks: ['embedding'], run: embedPhoto }

async function embedPhoto(context: StepContext): Promise<Partial<Findings>> {
  const embedding = await describeContent(context)
  return embedding ? { embedding } : {}
}

/** The content vector by the best installed model, or by the given one; null if that is not installed. */
export async function describeContent({ photo, models }: StepContext, modelId?: string): Promise<Embedding | null> {
  const embedder = await models.get('embedding', modelId)
  return embedder && { modelId: embedder.modelId, vector: await embedder.embed(photo) }
}
