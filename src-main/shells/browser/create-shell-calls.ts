import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { noUpdates } from '../../contract/shell/updates.ts'
import type { Log } from '../../library/host/log.ts'
import { hasDisplay, openFolder, openFolderOf } from '../reveal.ts'
import { implementShell, type HostCalls } from '../shell-dispatch.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import { browseFolder } from './browse-folder.ts'
import { countPictures } from './count-pictures.ts'
import { findCards } from '../programs/find-cards.ts'
import type { Programs } from '../programs/programs.ts'
import { findDropped } from './find-dropped.ts'
import type { FolderQuestions } from './folder-questions.ts'
import { listPlaces } from './list-places.ts'

type Parts = {
  host: HostCalls
  allowed: AllowedFolders
  questions: FolderQuestions
  log: Log
  programs: Pick<Programs, 'list' | 'open'>
  /** The start of the addresses of pictures. */
  pictures: string
}

/** The shell's part of the contract without dialogs: paths arrive as text and must be below the roots. */
export function createShellCalls(parts: Parts) {
  const os = implementShell(parts.log)
  return os.router({
    ...choosingCalls(parts, os),
    ...browsingCalls(parts, os),
    ...allowingCalls(parts, os),
    updates: updateCalls(os),
    info: os.info.handler(async () => ({
      kind: 'browser' as const,
      platform: process.platform,
      hasDialogs: false,
      roots: [...(await parts.allowed.roots()).paths],
      canReveal: hasDisplay(),
      canShare: false,
      pictures: parts.pictures,
    })),
    open: os.open.handler(async ({ input }) =>
      parts.programs.open(await parts.host.locatePhoto({ id: input.photoId }), input.programId),
    ),
    listPrograms: os.listPrograms.handler(() => parts.programs.list()),
    chooseProgram: os.chooseProgram.handler(() => {
      throw new AppError('not-supported-here', say('programs.ofSystem'))
    }),
    listCards: os.listCards.handler(async () => {
      const roots = await parts.allowed.roots()
      return findCards(await listPlaces(roots), parts.host)
    }),
    setTexts: os.setTexts.handler(() => undefined),
    setMenu: os.setMenu.handler(() => undefined),
    setPresence: os.setPresence.handler(() => undefined),
    tellEnd: os.tellEnd.handler(() => undefined),
    noteFault: os.noteFault.handler(({ input }) => parts.log.error('the window met an error', input)),
    openings: os.openings.handler(async function* () {}),
    startDrag: os.startDrag.handler(() => {
      throw new AppError('not-supported-here', say('programs.noDrag'))
    }),
    share: os.share.handler(() => {
      throw new AppError('not-supported-here', say('programs.noShare'))
    }),
    reveal: os.reveal.handler(async ({ input }) => openFolderOf(await parts.host.locatePhoto({ id: input.photoId }))),
    revealExport: os.revealExport.handler(async ({ input }) =>
      openFolder(await parts.host.locateExport({ jobId: input.jobId })),
    ),
  })
}

type Calls = ReturnType<typeof implementShell>

/** Calls that pass paths to the library. */
function choosingCalls({ host, allowed }: Parts, os: Calls) {
  return {
    addFolder: os.addFolder.handler(async ({ input }) =>
      host.addFolder({ path: await (await allowed.roots()).resolveFolder(demandPath(input.path)) }),
    ),
    addDropped: os.addDropped.handler(() => {
      throw new AppError('not-supported-here', say('paths.byPath'))
    }),
    locateFolder: os.locateFolder.handler(async ({ input }) =>
      host.locateFolder({ id: input.id, path: await (await allowed.roots()).resolveFolder(demandPath(input.path)) }),
    ),
    setPhotoFile: os.setPhotoFile.handler(async ({ input }) =>
      host.setPhotoFile({ id: input.photoId, path: await (await allowed.roots()).resolveFile(demandPath(input.path)) }),
    ),
    chooseTarget: os.chooseTarget.handler(async ({ input }) =>
      host.registerTarget({ path: await (await allowed.roots()).makeFolder(demandPath(input.path)) }),
    ),
    chooseSource: os.chooseSource.handler(async ({ input }) =>
      host.registerSource({ path: await (await allowed.roots()).resolveEntry(demandPath(input.path)) }),
    ),
  }
}

/** Calls that show a window what it can choose. */
function browsingCalls({ allowed }: Parts, os: Calls) {
  return {
    listEntries: os.listEntries.handler(async ({ input }) => (await allowed.roots()).listEntries(input.path, input)),
    browseFolder: os.browseFolder.handler(async ({ input }) => browseFolder(await allowed.roots(), input)),
    countPictures: os.countPictures.handler(async ({ input }) => countPictures(await allowed.roots(), input.paths)),
    listPlaces: os.listPlaces.handler(async () => listPlaces(await allowed.roots())),
    findDropped: os.findDropped.handler(async ({ input, signal }) =>
      findDropped(await allowed.roots(), input, { signal }),
    ),
  }
}

/** Calls by which a window may ask for a folder or give one up; none of them allows a folder. */
function allowingCalls({ allowed, questions }: Parts, os: Calls) {
  return {
    allowedFolders: os.allowedFolders.handler(async () => ({
      folders: await allowed.list(),
      asking: await questions.asking(),
    })),
    askForFolder: os.askForFolder.handler(({ input, signal }) =>
      questions.ask(input.path, signal ?? new AbortController().signal),
    ),
    disallowFolder: os.disallowFolder.handler(async ({ input }) => {
      if (!(await allowed.remove(input.path)))
        throw new AppError('folder-not-found', say('paths.notAllowed', { path: input.path }))
    }),
  }
}

/** In a browser, the program is updated in the way it was installed. */
function updateCalls(os: Calls) {
  const refuse = (): never => {
    throw new AppError('not-supported-here', say('updates.asInstalled'))
  }
  return {
    follow: os.updates.follow.handler(async function* () {
      yield noUpdates
    }),
    choose: os.updates.choose.handler(refuse),
    check: os.updates.check.handler(refuse),
    install: os.updates.install.handler(refuse),
  }
}

function demandPath(path: string | undefined): string {
  if (path === undefined || path.trim() === '') throw new AppError('bad-params', say('paths.needed'))
  return path
}
