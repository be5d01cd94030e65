import { foreign, say } from '../../src-main/contract/sentences/say.ts'
import { createRouterClient, os } from '@orpc/server'
import { AppError } from '../../src-main/contract/errors.ts'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import { implementHost, implementLibrary } from '../../src-main/library/api/dispatch/dispatch.ts'
import type { TileRequest } from '../../src-main/contract/library/map-tiles.ts'
import type { Log } from '../../src-main/library/host/log.ts'
import type { ImageRequest } from '../../src-main/library/library.ts'
import { noCounts } from '../../src-main/contract/library/travel.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A picture of one grey pixel, to test that its bytes arrive. */
export const pictureBytes = new Uint8Array([82, 73, 70, 70, 1, 2, 3, 4, 0, 255])

/**
 * A library of one photo with the real dispatch, contract and error path, for tests of shells: it records its calls, so
 * that a test can see which came through and which did not.
 */
export function createSmallLibrary() {
  const asked: { call: string; input: unknown }[] = []
  const note = <T>(call: string, input: unknown, result: T): T => {
    asked.push({ call, input })
    return result
  }
  const library = implementLibrary(silentLog)
  const host = implementHost(silentLog)
  const status = {
    state: 'idle' as const,
    scanned: 0,
    total: 0,
    analysed: 0,
    failed: 0,
    pending: 0,
    perSecond: 0,
    secondsLeft: null,
  }
  const router = os.router({
    analysis: { status: library.analysis.status.handler(() => note('analysis.status', null, status)) },
    photos: {
      rate: library.photos.rate.handler(({ input }) => {
        if (!input.ids.every((id) => id === 1)) throw new AppError('photo-not-found', 'There is no photo 2.')
        return note('photos.rate', input, { changeId: 1, count: 1, kept: 0, sentence: foreign('Rated 1 photo') })
      }),
    },
    library: {
      events: library.library.events.handler(async function* ({ signal }) {
        yield { type: 'analysis.changed' as const, status }
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
        note('events aborted', null, undefined)
      }),
    },
  })
  const folderAt = (path: string): Folder => ({
    id: 1,
    parentId: null,
    name: 'photos',
    path,
    photoCount: 0,
    isAvailable: true,
    problem: null,
    watching: 'auto',
  })
  const hostRouter = os.router({
    addFolder: host.addFolder.handler(({ input }) => note('addFolder', input, folderAt(input.path))),
    locateFolder: host.locateFolder.handler(({ input }) => note('locateFolder', input, folderAt(input.path))),
    findFolder: host.findFolder.handler(() => null),
    setPhotoFile: host.setPhotoFile.handler(({ input }) =>
      note('setPhotoFile', input, { changeId: 1, count: 1, kept: 0, sentence: foreign('Found') }),
    ),
    registerTarget: host.registerTarget.handler(({ input }) =>
      note('registerTarget', input, { id: 'target', label: input.path }),
    ),
    registerSource: host.registerSource.handler(({ input }) =>
      note('registerSource', input, { id: 'source', label: input.path }),
    ),
    setBackupFolder: host.setBackupFolder.handler(({ input }) => ({
      folder: input.path ?? '/library/backups',
      backups: [],
      restoring: null,
    })),
    locateExport: host.locateExport.handler(() => '/exports'),
    locateFilm: host.locateFilm.handler(({ input }) => {
      if (input.id !== 1) throw new AppError('bad-params', 'This is no film.')
      return { path: import.meta.filename, type: 'video/mp4' }
    }),
    locatePhoto: host.locatePhoto.handler(({ input }) => {
      if (input.id !== 1) throw new AppError('photo-not-found', 'There is no such photo.')
      return '/photos/one.jpg'
    }),
    locateFiles: host.locateFiles.handler(({ input }) => input.ids.map((id) => `/photos/${id}.jpg`)),
    findPhoto: host.findPhoto.handler(({ input }) => (input.path === '/photos/one.jpg' ? 1 : null)),
    installModelsFrom: host.installModelsFrom.handler(() => ({ installed: [], present: [], skipped: [] })),
    importLibrary: host.importLibrary.handler(() => ({
      source: 'csv' as const,
      title: say('sources.table', { name: 'a.csv' }),
      photos: 0,
      matched: 0,
      matchedByLikeness: 0,
      unmatched: [],
      unmatchedIn: null,
      changedPhotos: 0,
      changes: noCounts(),
      differing: noCounts(),
      notCarriedOver: [],
      changeId: null,
    })),
    exportLibrary: host.exportLibrary.handler(({ input }) => ({ path: input.path, photos: 0, notCarriedOver: [] })),
    isTileLink: host.isTileLink.handler(({ input }) => input.address === 'https://tiles.example/about'),
    waitUntilIdle: host.waitUntilIdle.handler(() => undefined),
  })
  const serveImage = async ({ signal, ...request }: ImageRequest) => {
    const { photoId } = request
    note('serveImage', request, undefined)
    if (photoId === 3) {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
      note('image aborted', { photoId }, undefined)
    }
    if (photoId === 4) throw new AppError('file-missing', 'The file is gone.')
    return photoId === 1 ? { bytes: pictureBytes, type: 'image/webp', etag: 'one' } : null
  }
  const serveTile = async ({ signal, ...request }: TileRequest & { signal?: AbortSignal }) => {
    note('serveTile', request, undefined)
    if (request.x === 1) {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
      note('tile aborted', { x: request.x }, undefined)
    }
    if (request.x === 2) throw new Error('The disk is gone.')
    return request.x === 0 ? { bytes: pictureBytes, type: 'image/png' } : null
  }
  return {
    asked,
    router: router as never,
    host: hostRouter as never,
    hostCalls: createRouterClient(hostRouter),
    serveImage,
    serveTile,
  }
}
