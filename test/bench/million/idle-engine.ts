import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'

/** The fingerprints of all steps of the drawn library. */
export const FINGERPRINT = 'bench'
/** The model of its embeddings. */
export const EMBEDDING = 'bench'

/** An engine with nothing to do: the library around it is measured. */
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
