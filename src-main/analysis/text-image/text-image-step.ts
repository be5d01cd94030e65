import type { Findings } from '../photo/findings.ts'
import type { Step, StepContext } from '../step/step.ts'

/** The vector that sentences are compared with, L2-normalised; asked for only where a pair is installed. */
export const textImageStep: Step = { name: 'text-image', version: 1, tasks: ['text-image'], run: describePhoto }

async function describePhoto({ photo, models }: StepContext): Promise<Partial<Findings>> {
  const pair = await models.get('text-image')
  return pair ? { textImage: { modelId: pair.modelId, vector: await pair.describePhoto(photo) } } : {}
}
