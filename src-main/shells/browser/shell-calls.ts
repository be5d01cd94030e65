import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../core/host/log.ts'
import { hasDisplay, openFolderOf } from '../reveal.ts'
import { implementShell, type HostCalls } from '../shell-dispatch.ts'
import type { Roots } from './roots.ts'

/** The shell's part of the contract where there are no dialogs: paths come as text and must lie below the roots. */
export function createShellCalls({ host, roots, log }: { host: HostCalls; roots: Roots; log: Log }) {
  const os = implementShell(log)
  return os.router({
    info: os.info.handler(() => ({
      kind: 'browser' as const,
      platform: process.platform,
      hasDialogs: false,
      roots: [...roots.paths],
      canReveal: hasDisplay(),
      pictures: '',
    })),
    addFolder: os.addFolder.handler(({ input }) =>
      host.addFolder({ path: roots.resolveFolder(demandPath(input.path)) }),
    ),
    locateFolder: os.locateFolder.handler(({ input }) =>
      host.locateFolder({ id: input.id, path: roots.resolveFolder(demandPath(input.path)) }),
    ),
    setPhotoFile: os.setPhotoFile.handler(({ input }) =>
      host.setPhotoFile({ id: input.photoId, path: roots.resolveFile(demandPath(input.path)) }),
    ),
    chooseTarget: os.chooseTarget.handler(({ input }) =>
      host.registerTarget({ path: roots.makeFolder(demandPath(input.path)) }),
    ),
    chooseSource: os.chooseSource.handler(({ input }) =>
      host.registerSource({ path: roots.resolveEntry(demandPath(input.path)) }),
    ),
    listEntries: os.listEntries.handler(({ input }) => roots.listEntries(input.path, input)),
    reveal: os.reveal.handler(async ({ input }) => openFolderOf(await host.locatePhoto({ id: input.photoId }))),
  })
}

function demandPath(path: string | undefined): string {
  if (path === undefined || path.trim() === '')
    throw new AppError('bad-params', 'A path must be named: there are no dialogs in a browser.')
  return path
}
