import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { ExportProgress } from '../../contract/library/export.ts'
import type { CutCrop, CutRequest } from '../../analysis/cutting/cut-crops.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import type { RunningExports } from './running-exports.ts'

/** What exports work with. */
export type ExportDependencies = {
  catalog: {
    photos: Pick<Catalog['photos'], 'tiles' | 'detail'>
    analysis: Pick<Catalog['analysis'], 'saliencyFeatures'>
  }
  /** Which exports run, so that nothing half-written stays after a crash. */
  running: Pick<RunningExports, 'noteStart' | 'noteEnd' | 'removeLeftovers'>
  /** Folder of a target; throws `target-not-found`. */
  targetPath(targetId: string): string
  /** Cuts and encodes in another process; rejects with an AppError where the photo cannot be opened. */
  cut(request: CutRequest, signal: AbortSignal): Promise<CutCrop[]>
  /** The crop of a size, in pixels of the picture that the features describe. */
  suggest(features: SaliencyFeatures, size: Size): Rectangle
  /** Called after each file and each failure, and once at the end. */
  onProgress(progress: ExportProgress): void
  log: Log
}
