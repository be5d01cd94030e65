import { z } from 'zod'
import { AnalysisStatus } from './analysis-status.ts'
import { Backup } from './backups.ts'
import { CardProgress } from './card-import.ts'
import { ExportJob } from './export-job.ts'
import { FilesProgress } from './files.ts'
import { PhotoId } from './ids.ts'
import { LibraryHealth } from './library-health.ts'
import { TileState } from './map-tiles.ts'
import { CustomClassifier } from './custom-classifiers.ts'
import { MetadataWritingState } from './metadata-writing.ts'
import { ModelInfo, PairState } from './models.ts'
import { PrivacyState } from './privacy.ts'
import { PublishFolder } from './publishing.ts'
import { PurgeProgress } from './removed.ts'
import { RemoteState } from './remote.ts'
import { Settings } from './settings.ts'
import { TransferProgress } from './transfer.ts'

/**
 * What has changed; never an instruction. `photos.changed` is sent at most ten times a second. With `isWholeLibrary`,
 * too many photos changed for `ids` to list them.
 */
export const LibraryEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('photos.changed'), ids: z.array(PhotoId), isWholeLibrary: z.boolean() }),
  z.object({ type: z.literal('folders.changed') }),
  /** `kind` is that of the one change that was done, undone or redone; absent if there may be others. */
  z.object({ type: z.literal('history.changed'), kind: z.string().optional() }),
  z.object({ type: z.literal('questions.changed') }),
  z.object({ type: z.literal('searches.changed') }),
  /** Keywords, their properties, or their sets; `photos.changed` announces which photos carry them. */
  z.object({ type: z.literal('keywords.changed') }),
  /** Other people, groups or suggestions: windows that show them ask again. */
  z.object({ type: z.literal('people.changed') }),
  /** Albums, their places, or their content. */
  z.object({ type: z.literal('albums.changed') }),
  z.object({ type: z.literal('templates.changed') }),
  /** Other duplicates were found or may exist: windows that show them ask again. */
  z.object({ type: z.literal('duplicates.changed') }),
  z.object({ type: z.literal('analysis.changed'), status: AnalysisStatus }),
  z.object({ type: z.literal('models.changed'), models: z.array(ModelInfo) }),
  z.object({ type: z.literal('pair.changed'), state: PairState }),
  z.object({ type: z.literal('exports.changed'), job: ExportJob }),
  z.object({ type: z.literal('export-presets.changed') }),
  z.object({ type: z.literal('publishing.changed'), folder: PublishFolder }),
  z.object({ type: z.literal('card-import.changed'), progress: CardProgress }),
  z.object({ type: z.literal('files.changed'), progress: FilesProgress }),
  /** Photos are being deleted for good; null once that is over. */
  z.object({ type: z.literal('removed.changed'), progress: PurgeProgress.nullable() }),
  z.object({ type: z.literal('transfer.changed'), progress: TransferProgress }),
  z.object({ type: z.literal('classifiers.changed'), classifiers: z.array(CustomClassifier) }),
  /** Suggestions of custom classifiers came or went: windows that show or count them ask again. */
  z.object({ type: z.literal('suggestions.changed') }),
  z.object({ type: z.literal('remote.changed'), state: RemoteState }),
  z.object({ type: z.literal('health.changed'), health: LibraryHealth }),
  z.object({ type: z.literal('backups.changed'), backups: z.array(Backup) }),
  z.object({ type: z.literal('metadata.changed'), state: MetadataWritingState }),
  z.object({ type: z.literal('privacy.changed'), state: PrivacyState }),
  z.object({ type: z.literal('map-tiles.changed'), state: TileState }),
  z.object({ type: z.literal('settings.changed'), settings: Settings }),
])
export type LibraryEvent = z.infer<typeof LibraryEvent>
