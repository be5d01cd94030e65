import { createRouterClient } from '@orpc/server'
import type { Text } from '../contract/sentences/text.ts'
import type { TileRequest } from '../contract/library/map-tiles.ts'
import { createHostRouter } from './api/create-host-router.ts'
import { createLibraryRouter } from './api/create-library-router.ts'
import { assembleLibrary } from './assemble-library.ts'
import type { Diagnosis } from './safety/doctor/diagnosis.ts'
import { examineLibrary } from './safety/doctor/examine-library.ts'
import { repairLibrary } from './safety/doctor/repair-library.ts'
import { engineFactories, type EngineFactories } from './engine-factories.ts'
import type { LibraryOptions } from './host/library-options.ts'
import type { ServedTile } from './map-tiles/tile-provider.ts'
import type { ImageRequest, ServedImage } from './pictures/pictures.ts'
import { verifyFiles, type VerifyOptions, type VerifyReport } from './safety/verify/verify-files.ts'

export type { LibraryOptions } from './host/library-options.ts'
export type { Diagnosis } from './safety/doctor/diagnosis.ts'
export type { ImageRequest, ServedImage } from './pictures/pictures.ts'
export type { VerifyReport } from './safety/verify/verify-files.ts'

/**
 * An open library. `router` and `host` are oRPC routers for a shell's transports; `library` and `hostCalls` are the
 * same calls in this process. Errors of calls are ORPCErrors whose `code` is one of contract/errors.ts.
 */
export type OpenLibrary = Awaited<ReturnType<typeof createLibrary>>

/**
 * Locks and opens the library, connects its parts and starts them; `factories` replaces engines. Throws AppError
 * `library-in-use`, `library-too-new` or `library-damaged`.
 */
export async function createLibrary(options: LibraryOptions, factories: Partial<EngineFactories> = {}) {
  const assembly = await assembleLibrary(options, { ...engineFactories, ...factories })
  const { library } = assembly
  const router = createLibraryRouter(library)
  const host = createHostRouter(library)
  let closing: Promise<void> | null = null
  assembly.start()
  return {
    router,
    host,
    calls: createRouterClient(router),
    hostCalls: createRouterClient(host),
    /** The bytes of a photo's picture, or null if there is none to show. */
    serveImage: (request: ImageRequest): Promise<ServedImage | null> => library.pictures.serve(request),
    /** The bytes of a tile of the map's background, or null if there is none. */
    serveTile: (request: TileRequest & { signal?: AbortSignal }): Promise<ServedTile | null> =>
      library.tiles.serve(request),
    /** What was replayed because the catalogue was older than the edits journal; null if nothing was. */
    recovered: library.catalog.edits.replayed(),
    /** What endangers the library at its place, as sentences to show at its opening; empty if nothing does. */
    warning: assembly.warning,
    /** Examines catalogue, folders, photos, models and disk. */
    examine: (): Promise<Diagnosis[]> => examineLibrary(library),
    /** Compares every file with its recorded hashes. */
    verify: (options: VerifyOptions): Promise<VerifyReport> => verifyFiles(library, options),
    /** Repairs what can be repaired; returns what each repair did. */
    repair: (): Promise<Text[]> => repairLibrary(library),
    /** Deletes expired data now, and frees the space; this runs by itself four times a day. */
    upkeep: (): Promise<void> => library.upkeep.run(),
    /** Stops watching, waits for photos in progress, closes the catalogue and releases the library. */
    close: (): Promise<void> => (closing ??= assembly.close()),
  }
}
