import type { Context } from '../../catalog/context/context.ts'
import { createCropPinStore, type CropPinStore } from './crop-pins.ts'
import { createExportStore, type ExportStore } from './export-store.ts'
import { createExportPresetStore, type ExportPresetStore } from './preset-store.ts'
import { createPublishStore, type PublishStore } from './publish-store.ts'
import { createWatermarkStore, type WatermarkStore } from './watermark-store.ts'

/** Exports, and what they store. */
export type Exports = {
  jobs: ExportStore
  presets: ExportPresetStore
  watermarks: WatermarkStore
  pins: CropPinStore
  publishing: PublishStore
}

export const createExports = (context: Context): Exports => ({
  jobs: createExportStore(context),
  presets: createExportPresetStore(context),
  watermarks: createWatermarkStore(context),
  pins: createCropPinStore(context),
  publishing: createPublishStore(context),
})
