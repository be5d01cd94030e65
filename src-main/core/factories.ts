import { suggestCroppings } from '../analysis/croppings/suggest-crops.ts'
import { createLocalEngine } from '../engines/local/local-engine.ts'
import { readModelCatalog } from '../analysis/models/registry/catalog.ts'
import { createModelInstaller } from '../analysis/models/installer/installer.ts'
import { foldersOf } from '../analysis/models/registry/registry.ts'
import { createRemoteEngine } from '../engines/remote/remote-engine.ts'
import { testService } from '../engines/remote/test-service.ts'
import { openVocabulary } from '../analysis/vocabulary/vocabulary.ts'
import type { Factories } from './core-parts.ts'
import { createExportJobs } from './export/export-jobs.ts'
import { openExportSource } from './export-source.ts'
import { createModelStore } from './models/model-store.ts'

/** How the parts that live outside this folder are made. */
export const defaultFactories: Factories = {
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
      installer: createModelInstaller({
        catalog: readModelCatalog(options.resourcesDir),
        ...foldersOf(options),
        log: options.log,
      }),
      publish: (event) => hub.publish(event),
      onInstalled,
      log: options.log,
    }),
  remote: {
    engine: (engine, { resourcesDir }) =>
      createRemoteEngine({ ...engine, concepts: () => openVocabulary(resourcesDir) }),
    test: testService,
  },
  suggestCroppings,
}
