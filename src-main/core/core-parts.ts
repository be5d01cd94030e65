import type { Cropping, Size } from '../contract/analysis/cropping.ts'
import type { AnalysisStatus } from '../contract/library/analysis-status.ts'
import type { ExportProgress, ExportRequest } from '../contract/library/export.ts'
import type { ModelInfo } from '../contract/library/models.ts'
import type { EngineChoice, RemoteTest } from '../contract/library/remote.ts'
import type { SaliencyFeatures } from '../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../engines/engine.ts'
import type { RemoteCredentials, RemoteEngine, RemoteEngineOptions } from '../engines/remote/remote-types.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { EventHub } from './events/event-hub.ts'
import type { CoreOptions } from './host.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { CustomClassifiers } from './classifiers/custom-classifiers.ts'
import type { AnalysisQueue } from './queue/analysis-queue.ts'
import type { SimilarIndexes } from './similar/similar-indexes.ts'
import type { Targets } from './export-targets.ts'
import type { RemoteController } from './remote/remote-controller.ts'

/** Exports under way and done; implemented in `export/`. */
export type ExportJobs = {
  start(request: ExportRequest): string
  cancel(jobId: string): void
  status(jobId: string): ExportProgress
  names(request: Omit<ExportRequest, 'targetId' | 'crops'>): string[]
  close(): Promise<void>
}

/** Model files of this machine, and their installation. */
export type ModelStore = {
  list(): Promise<ModelInfo[]>
  /** Begins; progress goes out as `models.changed`. */
  install(set: 'standard' | 'larger'): void
  cancelInstall(): void
  installFrom(folder: string): Promise<{ installed: string[]; skipped: { file: string; reason: string }[] }>
  close(): Promise<void>
}

/** What the handlers of the calls work with. */
export type CoreParts = {
  options: CoreOptions
  catalog: Catalog
  engine: AnalysisEngine
  hub: EventHub
  ingest: Ingest
  pump: AnalysisQueue
  similar: SimilarIndexes
  learning: CustomClassifiers
  targets: Targets
  exports: ExportJobs
  models: ModelStore
  remote: RemoteController
  status(): AnalysisStatus
  suggestCroppings(cues: SaliencyFeatures, sizes: readonly Size[]): Cropping[]
  /** Resolves when nothing is pending and no scan is under way. */
  untilIdle(): Promise<void>
}

/** How the parts that live elsewhere are made; tests replace some of them. */
export type Factories = {
  remote: {
    engine(engine: RemoteEngineOptions, options: CoreOptions): RemoteEngine
    test(choice: EngineChoice, credentials: RemoteCredentials): Promise<RemoteTest>
  }
  engine(options: CoreOptions): Promise<AnalysisEngine>
  exports(parts: Pick<CoreParts, 'options' | 'catalog' | 'engine' | 'hub' | 'targets' | 'suggestCroppings'>): ExportJobs
  /** `onInstalled` is called when a model file became ready for use. */
  models(parts: Pick<CoreParts, 'options' | 'hub'> & { onInstalled(): Promise<void> }): ModelStore
  suggestCroppings: CoreParts['suggestCroppings']
}
