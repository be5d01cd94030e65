import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { ExportProgress } from '../../contract/library/export.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import type { OpenSource } from './open-picture.ts'

/** What exports work with. */
export type ExportDependencies = {
  catalog: {
    photos: Pick<Catalog['photos'], 'tiles' | 'detail'>
    analysis: Pick<Catalog['analysis'], 'saliencyFeatures'>
  }
  /** Folder of a target; throws `target-not-found`. */
  targetPath(targetId: string): string
  openSource: OpenSource
  /** The crop of a size, in pixels of the picture that the features describe. */
  suggest(features: SaliencyFeatures, size: Size): Rectangle
  /** Called after each file and each failure, and once at the end. */
  onProgress(progress: ExportProgress): void
  log: Log
}
