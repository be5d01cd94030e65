import { dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { AppError } from '../../contract/errors.ts'
import type { Folder } from '../../contract/library/folder.ts'
import type { Log } from '../../core/host/log.ts'
import { implementShell, type HostCalls } from '../shell-dispatch.ts'
import type { DroppedPaths } from './dropped-paths.ts'
import { PAGE_ORIGIN } from './page-scheme.ts'

type Parts = { host: HostCalls; log: Log; window(): BrowserWindow | null; dropped: Pick<DroppedPaths, 'take'> }
export type ShellCalls = ReturnType<typeof createShellCalls>

/** Lets the person choose a folder to add; null when they closed the dialog. */
export async function addChosenFolder({ host, window }: Pick<Parts, 'host' | 'window'>): Promise<Folder | null> {
  const path = await chooseFolder(window(), { title: 'Add a folder of photos', buttonLabel: 'Add' })
  return path === null ? null : host.addFolder({ path })
}

/** The shell's part of the contract with dialogs: paths come from them and from what a person drops, never from the page. */
export function createShellCalls(parts: Parts) {
  const os = implementShell(parts.log)
  return os.router({
    info: os.info.handler(() => ({
      kind: 'electron' as const,
      platform: process.platform,
      hasDialogs: true,
      roots: [],
      canReveal: true,
      pictures: PAGE_ORIGIN,
    })),
    addFolder: os.addFolder.handler(() => addChosenFolder(parts)),
    addDropped: os.addDropped.handler(({ input }) => parts.host.addFolder({ path: parts.dropped.take(input.id) })),
    locateFolder: os.locateFolder.handler(async ({ input }) => {
      const path = await chooseFolder(parts.window(), { title: 'Where is this folder now?', buttonLabel: 'This is it' })
      return path === null ? null : parts.host.locateFolder({ id: input.id, path })
    }),
    setPhotoFile: os.setPhotoFile.handler(async ({ input }) => {
      const path = await chooseFile(parts.window(), { title: 'Where is this file now?', buttonLabel: 'This is it' })
      return path === null ? null : parts.host.setPhotoFile({ id: input.photoId, path })
    }),
    chooseTarget: os.chooseTarget.handler(async () => {
      const path = await chooseFolder(parts.window(), {
        title: 'Choose a folder for the exported files',
        buttonLabel: 'Choose',
      })
      return path === null ? null : parts.host.registerTarget({ path })
    }),
    chooseSource: os.chooseSource.handler(async ({ input }) => {
      const path = await chooseSource(parts.window(), input.kind)
      return path === null ? null : parts.host.registerSource({ path })
    }),
    ...refusedCalls(os),
    reveal: os.reveal.handler(async ({ input }) =>
      shell.showItemInFolder(await parts.host.locatePhoto({ id: input.photoId })),
    ),
  })
}

/** What a page needs only where there are no dialogs. */
function refusedCalls(os: ReturnType<typeof implementShell>) {
  return {
    listEntries: os.listEntries.handler(refuse),
    browseFolder: os.browseFolder.handler(refuse),
    countPictures: os.countPictures.handler(refuse),
    listPlaces: os.listPlaces.handler(refuse),
    findDropped: os.findDropped.handler(refuse),
    allowedFolders: os.allowedFolders.handler(refuse),
    askForFolder: os.askForFolder.handler(refuse),
    disallowFolder: os.disallowFolder.handler(refuse),
  }
}

function refuse(): never {
  throw new AppError('not-supported-here', 'Folders are chosen in a dialog here.')
}

function chooseSource(window: BrowserWindow | null, kind: 'file' | 'folder'): Promise<string | null> {
  const choose = kind === 'folder' ? chooseFolder : chooseFile
  return choose(window, { title: 'Import from another program', buttonLabel: 'Choose' })
}

function chooseFolder(window: BrowserWindow | null, labels: OpenDialogOptions): Promise<string | null> {
  return choosePath(window, { ...labels, properties: ['openDirectory', 'createDirectory'] })
}

function chooseFile(window: BrowserWindow | null, labels: OpenDialogOptions): Promise<string | null> {
  return choosePath(window, { ...labels, properties: ['openFile'] })
}

async function choosePath(window: BrowserWindow | null, options: OpenDialogOptions): Promise<string | null> {
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}
