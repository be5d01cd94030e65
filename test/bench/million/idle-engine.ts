import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../../src-main/engines/engine.ts'

/** What all steps of the drawn library were done with. */
export const FINGERPRINT = 'bench'
/** The model whose embeddings it has. */
export const EMBEDDING = 'bench'

/** An engine that has nothing to do: what is measured is the library around it. */
export function createIdleEngine(): AnalysisEngine {
  const refuse = async (): Promise<never> => {
    throw new Error('The benchmark has no pictures.')
  }
  return {
    concurrency: 1,
    steps: () => stepNames.map((name) => ({ name, fingerprint: FINGERPRINT })),
    info: () => ({ name: 'idle', tasks: [{ task: 'embedding', modelId: EMBEDDING, note: null }], isComplete: true }),
    analyse: async () => ({ ok: false, code: 'damaged', reason: foreign('The benchmark has no pictures.') }),
    render: refuse,
    cut: refuse,
    reload: async () => {},
    close: async () => {},
  }
}
