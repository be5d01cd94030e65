import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { ExportJob } from '../../contract/library/export-job.ts'
import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { Disclosure } from '../metadata/read-disclosures.ts'
import type { Log } from '../host/log.ts'

/** Parts that exports use. */
export type ExportDependencies = {
  catalog: {
    photos: Pick<Catalog['photos'], 'tiles' | 'detail' | 'hasFileWork'>
    work: Pick<Catalog['work'], 'of' | 'exportedKeywords'>
    analysis: Pick<Catalog['analysis'], 'saliencyFeatures'>
    search: Pick<Catalog['search'], 'load'>
    folders: Pick<Catalog['folders'], 'roots'>
    settings: Pick<Catalog['settings'], 'get'>
    exports: Catalog['exports']
    albums: Pick<Catalog['albums'], 'tree'>
    people: Pick<Catalog['people'], 'find'>
  }
  /** Adds what was written to the history. */
  changes: Pick<PersonChanges, 'apply' | 'undo' | 'history'>
  /** Folder of a target; throws `target-not-found`. */
  targetPath(targetId: string): string
  /** Creates the files of a photo in another process; rejects with an AppError if it cannot be opened. */
  cut(request: CutRequest, signal: AbortSignal): Promise<CutFile[]>
  /** Reads the metadata of a photo's file, unless the library has read them since it changed. */
  readMetadata(photoId: number): Promise<void>
  /** What a copy of a file would disclose; null if unknown. */
  readDisclosures(path: string): Promise<Disclosure[] | null>
  /** The crop of a size, in pixels of the picture that the features describe. */
  suggest(features: SaliencyFeatures, size: Size): Rectangle
  /** Folder of bundled files: fonts and colour profiles. */
  resourcesDir: string
  /** At most ten times a second for each job, and at its end. */
  onJob(job: ExportJob): void
  now(): number
  log: Log
}
