import { createRouterClient } from '@orpc/server'
import { createHostRouter } from './api/host-router.ts'
import { createLibraryRouter } from './api/library-router.ts'
import { assembleParts } from './assemble.ts'
import type { Factories } from './core-parts.ts'
import type { CoreOptions } from './host.ts'
import { defaultFactories } from './factories.ts'
import { examineLibrary, type Diagnosis } from './doctor/doctor.ts'
import { createPictures, type ImageRequest, type ServedImage } from './pictures/serve-image.ts'

export type { CoreOptions, Log } from './host.ts'
export type { Diagnosis } from './doctor/doctor.ts'
export { readLibraryOwner, type LibraryOwner } from './lock/library-lock.ts'
export type { ImageRequest, ServedImage } from './pictures/serve-image.ts'

/**
 * An open library. `router` and `host` are oRPC routers for a shell's transports; `library` and `hostCalls` are the
 * same
 * calls in this process. Errors of calls are ORPCErrors whose `code` is one of contract/errors.ts.
 */
export type Core = Awaited<ReturnType<typeof createCore>>

/**
 * Locks and opens the library, wires its parts and starts them. Throws AppError `library-in-use`, `library-too-new` or
 * `library-damaged`.
 */
export async function createCore(options: CoreOptions, makers: Factories = defaultFactories) {
  const { parts, start, close: closeParts } = await assembleParts(options, makers)
  const router = createLibraryRouter(parts)
  const host = createHostRouter(parts)
  const pictures = createPictures(parts)
  let closing: Promise<void> | null = null
  start()
  return {
    router,
    host,
    library: createRouterClient(router),
    hostCalls: createRouterClient(host),
    /** The bytes of a photo's picture, or null where there is none to show. */
    serveImage: (request: ImageRequest): Promise<ServedImage | null> => pictures.serve(request),
    /** Examines catalogue, folders, photos, models and disk. */
    examine: (): Promise<Diagnosis[]> => examineLibrary(parts),
    /** Stops watching, waits for photos under way, closes the catalogue and gives the library free. */
    close(): Promise<void> {
      closing ??= pictures.close().then(closeParts)
      return closing
    },
  }
}
