import type { Context } from '../../catalog/context/context.ts'
import { shownLines } from '../../queue/rows/findings/text.ts'
import { createCropPinStore, type CropPinStore } from '../../crops/rows/crop-pin-store.ts'
import { createExportStore, type ExportStore } from './export-store.ts'
import { createExportPresetStore, type ExportPresetStore } from './export-preset-store.ts'
import { createPublishStore, type PublishStore } from './publish-store.ts'
import { createWatermarkStore, type WatermarkStore } from './watermark-store.ts'

/** Exports, and what they store. */
export type Exports = {
  jobs: ExportStore
  presets: ExportPresetStore
  watermarks: WatermarkStore
  pins: CropPinStore
  publishing: PublishStore
  /** The lines of text on those of some photos that show any, without what a crop leaves out. */
  textsOn(ids: readonly number[]): Map<number, string[]>
}

export const createExports = (context: Context): Exports => ({
  jobs: createExportStore(context),
  presets: createExportPresetStore(context),
  watermarks: createWatermarkStore(context),
  pins: createCropPinStore(context),
  publishing: createPublishStore(context),
  textsOn: (ids) => textsOn(context, ids),
})

function textsOn({ db }: Context, ids: readonly number[]): Map<number, string[]> {
  const withText = db
    .prepare<[string], number>('SELECT photo_id FROM text_lines WHERE photo_id IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(JSON.stringify(ids))
  return new Map(withText.map((id) => [id, shownLines(db, id).map(({ text }) => text)]))
}
