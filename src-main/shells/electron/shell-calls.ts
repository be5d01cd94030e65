import { app, BrowserWindow, dialog, shell, type OpenDialogOptions } from 'electron'
import { AppError } from '../../contract/errors.ts'
import { foreign, say } from '../../contract/sentences/say.ts'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'
import type { MenuBar } from '../../contract/shell/menu-bar.ts'
import type { Folder } from '../../contract/library/folder.ts'
import type { Log } from '../../library/host/log.ts'
import { implementShell, type HostCalls } from '../shell-dispatch.ts'
import { findCards } from '../programs/find-cards.ts'
import { findDrives } from '../programs/find-drives.ts'
import { Programs, programsFile } from '../programs/programs.ts'
import type { DroppedPaths } from './dropped-paths.ts'
import type { Openings } from './openings.ts'
import { PAGE_ORIGIN } from './page-scheme.ts'
import type { ShownPresence } from './shown-presence.ts'
import { canShareFiles, shareFiles } from './share-files.ts'
import type { ShownTray } from './shown-tray.ts'
import type { Updates } from './updates/updates.ts'

type Parts = {
  host: HostCalls
  log: Log
  window(): BrowserWindow | null
  dropped: Pick<DroppedPaths, 'take'>
  updates: Updates
  /** In the language of the window. */
  texts(): DesktopTexts
  setTexts(texts: DesktopTexts): void
  setMenu(bar: MenuBar): void
  openings: Pick<Openings, 'follow'>
  presence: ShownPresence
  tray: Pick<ShownTray, 'set'>
  /** Called with a folder that was added. */
  onAdded(path: string): void
}
export type ShellCalls = ReturnType<typeof createShellCalls>

/** Lets the person choose a folder to add; null when they closed the dialog. */
export async function addChosenFolder({
  host,
  window,
  texts,
  onAdded,
}: Pick<Parts, 'host' | 'window' | 'texts' | 'onAdded'>): Promise<Folder | null> {
  const { addFolderTitle, add } = texts()
  const path = await chooseFolder(window(), { title: addFolderTitle, buttonLabel: add })
  return path === null ? null : addAndNote({ host, onAdded }, path)
}

async function addAndNote({ host, onAdded }: Pick<Parts, 'host' | 'onAdded'>, path: string): Promise<Folder> {
  const folder = await host.addFolder({ path })
  onAdded(path)
  return folder
}

/** The shell's part of the contract with dialogs: paths come from dialogs and drops, never from the page. */
export function createShellCalls(parts: Parts) {
  const os = implementShell(parts.log)
  return os.router({
    info: os.info.handler(() => ({
      kind: 'electron' as const,
      platform: process.platform,
      hasDialogs: true,
      roots: [],
      canReveal: true,
      canShare: canShareFiles,
      pictures: PAGE_ORIGIN,
    })),
    addFolder: os.addFolder.handler(() => addChosenFolder(parts)),
    addDropped: os.addDropped.handler(({ input }) => addAndNote(parts, parts.dropped.take(input.id))),
    locateFolder: os.locateFolder.handler(async ({ input }) => {
      const { locateFolderTitle, thisIsIt } = parts.texts()
      const path = await chooseFolder(parts.window(), { title: locateFolderTitle, buttonLabel: thisIsIt })
      return path === null ? null : parts.host.locateFolder({ id: input.id, path })
    }),
    setPhotoFile: os.setPhotoFile.handler(async ({ input }) => {
      const { locateFileTitle, thisIsIt } = parts.texts()
      const path = await chooseFile(parts.window(), { title: locateFileTitle, buttonLabel: thisIsIt })
      return path === null ? null : parts.host.setPhotoFile({ id: input.photoId, path })
    }),
    chooseTarget: os.chooseTarget.handler(async () => {
      const { targetTitle, choose } = parts.texts()
      const path = await chooseFolder(parts.window(), { title: targetTitle, buttonLabel: choose })
      return path === null ? null : parts.host.registerTarget({ path })
    }),
    chooseSource: os.chooseSource.handler(async ({ input }) => {
      const path = await chooseSource(parts, input.kind)
      return path === null ? null : parts.host.registerSource({ path })
    }),
    ...programCalls(parts, os),
    ...refusedCalls(os),
    setTexts: os.setTexts.handler(({ input }) => parts.setTexts(input)),
    setMenu: os.setMenu.handler(({ input }) => parts.setMenu(input)),
    setPresence: os.setPresence.handler(({ input }) => {
      parts.presence.set(input)
      parts.tray.set(input.staysInTray)
    }),
    tellEnd: os.tellEnd.handler(({ input }) => parts.presence.tell(input, BrowserWindow.getFocusedWindow() !== null)),
    noteFault: os.noteFault.handler(({ input }) => parts.log.error('the window met an error', input)),
    openings: os.openings.handler(({ signal }) => parts.openings.follow(signal ?? new AbortController().signal)),
    updates: updateCalls(os, parts.updates),
    ...revealingCalls(parts, os),
  })
}

/** Calls that show something in the file manager. */
function revealingCalls(parts: Parts, os: ReturnType<typeof implementShell>) {
  return {
    reveal: os.reveal.handler(async ({ input }) =>
      shell.showItemInFolder(await parts.host.locatePhoto({ id: input.photoId })),
    ),
    revealExport: os.revealExport.handler(async ({ input }) => {
      const folder = await parts.host.locateExport({ jobId: input.jobId })
      const problem = await shell.openPath(folder)
      if (problem)
        throw new AppError('not-supported-here', say('programs.notShown', { path: folder, reason: foreign(problem) }))
    }),
  }
}

function updateCalls(os: ReturnType<typeof implementShell>, updates: Updates) {
  return {
    follow: os.updates.follow.handler(({ signal }) => updates.follow(signal ?? new AbortController().signal)),
    choose: os.updates.choose.handler(({ input }) => updates.choose(input)),
    check: os.updates.check.handler(() => updates.check()),
    install: os.updates.install.handler(() => updates.install()),
  }
}

/** Calls about other programs and connected drives. */
function programCalls({ host, window, texts }: Parts, os: ReturnType<typeof implementShell>) {
  const programs = new Programs({ file: programsFile(), isShown: () => true })
  return {
    open: os.open.handler(async ({ input }) =>
      programs.open(await host.locatePhoto({ id: input.photoId }), input.programId),
    ),
    listPrograms: os.listPrograms.handler(() => programs.list()),
    chooseProgram: os.chooseProgram.handler(async () => {
      const path = await choosePath(window(), {
        title: texts().programTitle,
        buttonLabel: texts().choose,
        properties: ['openFile'],
        ...(process.platform === 'darwin' ? { defaultPath: '/Applications' } : {}),
      })
      return path === null ? null : programs.remember(path)
    }),
    listCards: os.listCards.handler(async () => findCards(await findDrives(), host)),
    share: os.share.handler(async ({ input }) => {
      if (!canShareFiles) throw new AppError('not-supported-here', say('programs.noShare'))
      shareFiles(await Promise.all(input.ids.map((id) => host.locatePhoto({ id }))), window())
    }),
    startDrag: os.startDrag.handler(async ({ input }) => {
      const files = await host.locateFiles({ ids: input.ids })
      const [file] = files
      if (file === undefined) throw new AppError('file-missing', say('programs.noFiles'))
      window()?.webContents.startDrag({ file, files, icon: await app.getFileIcon(file) })
    }),
  }
}

/** Calls that a page only needs without dialogs. */
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
  throw new AppError('not-supported-here', say('paths.byDialog'))
}

function chooseSource({ window, texts }: Pick<Parts, 'window' | 'texts'>, kind: 'file' | 'folder') {
  const choosePathOf = kind === 'folder' ? chooseFolder : chooseFile
  const { sourceFolderTitle, sourceFileTitle, choose } = texts()
  return choosePathOf(window(), {
    title: kind === 'folder' ? sourceFolderTitle : sourceFileTitle,
    buttonLabel: choose,
  })
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
