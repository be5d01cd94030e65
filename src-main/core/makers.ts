import { suggestCroppings } from '../engine/local/croppings/suggest-crops.ts'
import { createLocalEngine } from '../engine/local/local-engine.ts'
import { readModelCatalog } from '../engine/local/models/catalog.ts'
import { createModelInstaller } from '../engine/local/models/installer.ts'
import { foldersOf } from '../engine/local/models/registry.ts'
import { createRemoteEngine } from '../engine/remote/remote-engine.ts'
import { testService } from '../engine/remote/test-service.ts'
import { openVocabulary } from '../engine/local/vocabulary/vocabulary.ts'
import type { Makers } from './core-parts.ts'
import { createExportJobs } from './export/export-jobs.ts'
import { openExportSource } from './export-source.ts'
import { createModelStore } from './models/model-store.ts'

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
  models: ({ options, hub, onInstalled }) =>
    createModelStore({
      installer: createModelInstaller({ catalog: readModelCatalog(options.resourcesDir), ...foldersOf(options), log: options.log }),
      publish: (event) => hub.publish(event),
      onInstalled,
      log: options.log,
    }),
  remote: {
    engine: (engine, { resourcesDir }) => createRemoteEngine({ ...engine, concepts: () => openVocabulary(resourcesDir) }),
    test: testService,
  },
  suggestCroppings,
}
