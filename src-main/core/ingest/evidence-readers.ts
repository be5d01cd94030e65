import type { AnalysisEngine } from '../../engines/engine.ts'
import type { MetadataReader } from '../metadata/host/metadata-reader.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'

/**
 * Reads files whose looks do not say which they are, in processes of their own, so that a damaged file harms nothing
 * else.
 */
export const createEvidenceReaders = (
  engine: Pick<AnalysisEngine, 'analyse'>,
  reader: Pick<MetadataReader, 'readEvidence'>,
): EvidenceReaders => ({
  async capture(path) {
    const [evidence] = await reader.readEvidence([path])
    return evidence ?? null
  },
  async hashes(path) {
    const outcome = await engine.analyse({ path, steps: ['hash'] })
    const { contentHash = '', imageHash = '' } = ('findings' in outcome ? outcome.findings : undefined) ?? {}
    return contentHash === '' && imageHash === '' ? null : { contentHash, imageHash }
  },
})
