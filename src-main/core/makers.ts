import { suggestCroppings } from '../engine/local/croppings/suggest-crops.ts'
import { createLocalEngine } from '../engine/local/local-engine.ts'
import type { Makers } from './core-parts.ts'
import { createExportJobs } from './export/export-jobs.ts'
import { openExportSource } from './export-source.ts'

/** How the parts that live outside this folder are made. */
export const defaultMakers: Makers = {
  engine: async ({ resourcesDir, modelsDir, log }) => createLocalEngine({ resourcesDir, modelsDir, log }),
  exports: ({ options, catalog, hub, targets }) =>
    createExportJobs({
      catalog,
      targetPath: (id) => targets.pathOf(id),
      openSource: openExportSource,
      suggest: (cues, size) => suggestCroppings(cues, [size])[0]!,
      onProgress: (progress) => hub.publish({ type: 'export.changed', progress }),
      log: options.log,
    }),
  models: () => ({ list: async () => [], install() {}, cancelInstall() {}, installFrom: async () => ({ installed: [], skipped: [] }), close: async () => {} }),
  suggestCroppings,
}
