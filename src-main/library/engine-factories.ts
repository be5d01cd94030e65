import { openVocabulary } from '../analysis/vocabulary/vocabulary.ts'
import type { AnalysisEngine } from '../engines/analysis-engine.ts'
import { createLocalEngine } from '../engines/local/create-local-engine.ts'
import { createRemoteEngine } from '../engines/remote/create-remote-engine.ts'
import type { RemoteEngine, RemoteEngineOptions } from '../engines/remote/remote-types.ts'
import type { LibraryOptions } from './host/library-options.ts'
import { forkMetadata, type MetadataChild } from './metadata/host/metadata-child.ts'

/**
 * How the engines of a library, and the process that reads metadata, are created. The only place where tests and
 * benches substitute something.
 */
export type EngineFactories = {
  createLocal(options: LibraryOptions): AnalysisEngine | Promise<AnalysisEngine>
  createRemote(engine: RemoteEngineOptions, options: LibraryOptions): RemoteEngine
  /** Starts a process that reads metadata; what it writes to stderr goes to `onNoise`. */
  forkMetadata(onNoise: (text: string) => void): MetadataChild
}

export const engineFactories: EngineFactories = {
  createLocal: ({ resourcesDir, modelsDir, log }) => createLocalEngine({ resourcesDir, modelsDir, log }),
  createRemote: (engine, { resourcesDir }) =>
    createRemoteEngine({ ...engine, concepts: () => openVocabulary(resourcesDir) }),
  forkMetadata,
}
