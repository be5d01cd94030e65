import type { CoreParts } from '../core-parts.ts'
import { implementLibrary } from '../dispatch.ts'
import { analysisHandlers } from './analysis.ts'
import { cropHandlers } from './crops.ts'
import { exportHandlers } from './export.ts'
import { folderHandlers } from './folders.ts'
import { libraryHandlers } from './library.ts'
import { modelHandlers } from './models.ts'
import { photoHandlers } from './photos.ts'
import { remoteHandlers } from './remote.ts'
import { searchHandlers } from './search.ts'
import { settingsHandlers } from './settings.ts'
import { similarHandlers } from './similar.ts'
import { classifierHandlers } from './classifiers.ts'

/** The router of every call a window can make; a missing handler does not compile. */
export function createLibraryRouter(parts: CoreParts) {
  const os = implementLibrary(parts.options.log)
  return os.router({
    library: libraryHandlers(os, parts),
    folders: folderHandlers(os, parts),
    photos: photoHandlers(os, parts),
    search: searchHandlers(os, parts),
    similar: similarHandlers(os, parts),
    crops: cropHandlers(os, parts),
    export: exportHandlers(os, parts),
    analysis: analysisHandlers(os, parts),
    models: modelHandlers(os, parts),
    taggers: classifierHandlers(os, parts),
    remote: remoteHandlers(os, parts),
    settings: settingsHandlers(os, parts),
  })
}
export type LibraryRouter = ReturnType<typeof createLibraryRouter>
