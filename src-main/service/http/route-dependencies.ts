import type { Indexes } from '../../indexes/named/indexes.ts'
import type { Accounts, Analysis, Callbacks, PictureFetcher, Uploads } from '../ports/ports.ts'
import type { Usage } from '../ports/usage.ts'
import type { BatchService } from '../batches/batch-service.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { FaceService } from '../faces/face-service.ts'
import type { ClassifierService } from '../classifiers/classifier-service.ts'

/** Everything that routes use. */
export type RouteDependencies = {
  accounts: Pick<Accounts, 'authenticate'>
  usage: Pick<Usage, 'enter' | 'report' | 'reportV1' | 'monthly'>
  uploads: Uploads
  fetcher: PictureFetcher
  callbacks: Pick<Callbacks, 'check'>
  analysis: Omit<Analysis, 'close'>
  /** Each account owns its indexes under its id. */
  indexes: Omit<Indexes, 'close'>
  classifiers: Omit<ClassifierService, 'portsOf' | 'removeOwner'>
  batches: BatchService
  faces: Omit<FaceService, 'removeOwner' | 'close'>
  log: ServiceLog
}

/** The dependencies, with the files and processes behind them. */
export type OpenDependencies = RouteDependencies & {
  /** From now on keeps a compute process ready; resolves once it is, and never rejects. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
