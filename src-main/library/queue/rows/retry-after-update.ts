import type { Context } from '../../catalog/context/context.ts'
import type { Steps } from './steps/steps.ts'
import { retryFailed } from './analyse-again.ts'

const STATE = 'failed-photos-retried'

type Dependencies = Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'> & {
  steps: Steps
  state: { get(key: string): string | null; set(key: string, value: string): void }
}

/**
 * Photos that another version of the program marked as failed become pending again, since this one may read more; once
 * for each version. Files that are themselves damaged fail again.
 */
export function retryAfterUpdate(context: Dependencies, version: string): void {
  if (context.state.get(STATE) === version) return
  retryFailed(context)
  context.state.set(STATE, version)
}
