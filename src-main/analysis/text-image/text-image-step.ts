import type { Findings } from '../photo/findings.ts'
import type { Step, StepContext } from '../step/step.ts'

/** The vector to compare with sentences, L2-normalised; requested only if a pair is installed. */
export const textImageStep: Step = { name: 'text-image', version: 1, tasks: ['text-image'], run: describePhoto }

async function describePhoto({ photo, models }: StepContext): Promise<Partial<Findings>> {
  const pair = await models.get('text-image')
  return pair ? { textImage: { modelId: pair.modelId, vector: await pair.describePhoto(photo) } } : {}
}
