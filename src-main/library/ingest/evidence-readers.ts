import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { MetadataReader } from '../metadata/host/metadata-reader.ts'
import { isFileInCloud } from './places/cloud-files.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'

/**
 * Reads files whose stats do not identify them, in separate processes, so that a damaged file harms nothing else. Files
 * that would have to be downloaded from a cloud are not read. `areAlike` compares two thumbnails.
 */
export const createEvidenceReaders = (
  engine: Pick<AnalysisEngine, 'analyse'>,
  reader: Pick<MetadataReader, 'readEvidence'>,
  areAlike: (a: Uint8Array, b: Uint8Array) => Promise<boolean>,
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
  async looksLike(path, thumbnail) {
    if (await isFileInCloud(path)) return false
    const outcome = await engine.analyse({ path, steps: ['preview'] })
    const shown = 'findings' in outcome ? outcome.findings?.thumbnail : undefined
    return shown !== undefined && (await areAlike(shown, thumbnail))
  },
})
