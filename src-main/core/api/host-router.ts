import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { CoreParts } from '../core-parts.ts'
import { implementHost } from '../dispatch.ts'
import { folderOf } from './folders.ts'

/** The router of what a shell may ask: every call that takes or gives a path. */
export function createHostRouter(parts: CoreParts) {
  const os = implementHost(parts.options.log)
  const { catalog, ingest, models, pump, targets } = parts
  return os.router({
    addFolder: os.addFolder.handler(async ({ input }) => {
      const root = await ingest.addRoot(input.path)
      pump.start()
      return folderOf(parts, root.id)
    }),
    registerTarget: os.registerTarget.handler(({ input }) => targets.register(input.path)),
    locatePhoto: os.locatePhoto.handler(({ input }) => catalog.files.pathOf(input.id)),
    findPhoto: os.findPhoto.handler(async ({ input }) => {
      const full = path.resolve(input.path)
      // Watched folders are kept by their real path; a person may come by a link.
      return catalog.files.findByPath(full) ?? catalog.files.findByPath(await realpath(full).catch(() => full))
    }),
    installModelsFrom: os.installModelsFrom.handler(({ input }) => models.installFrom(input.path)),
    waitUntilIdle: os.waitUntilIdle.handler(() => parts.untilIdle()),
  })
}
export type HostRouter = ReturnType<typeof createHostRouter>
