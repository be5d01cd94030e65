import type { AnalysisEngine } from '../../engines/engine.ts'
import type { MetadataReader } from '../metadata/host/metadata-reader.ts'
import { isFileInCloud } from './places/cloud-files.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'

/**
 * Reads files whose looks do not say which they are, in processes of their own, so that a damaged file harms nothing
 * else. Nothing is known of what would have to be downloaded from a cloud.
 */
export const createEvidenceReaders = (
  engine: Pick<AnalysisEngine, 'analyse'>,
  reader: Pick<MetadataReader, 'readEvidence'>,
): EvidenceReaders => ({
  async capture(path) {
    if (await isFileInCloud(path)) return null
    const [evidence] = await reader.readEvidence([path])
    return evidence ?? null
  },
  async hashes(path) {
    if (await isFileInCloud(path)) return null
    const outcome = await engine.analyse({ path, steps: ['hash'] })
    const { contentHash = '', imageHash = '' } = ('findings' in outcome ? outcome.findings : undefined) ?? {}
    return contentHash === '' && imageHash === '' ? null : { contentHash, imageHash }
  },
})
