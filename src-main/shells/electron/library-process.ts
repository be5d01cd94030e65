import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { MessagePortMain, ParentPort } from 'electron'
import { textOf } from '../../contract/errors.ts'
import { createLibrary, type OpenLibrary } from '../../library/library.ts'
import type { Secrets } from '../../library/host/secrets.ts'
import type { Trash } from '../../library/host/trash.ts'
import { readAllowed } from '../browser/allowed-folders.ts'
import { openLogFile } from '../log-file.ts'
import type { Places } from '../places.ts'
import { linkContract, type FromLibrary, type ToLibrary } from './link-contract.ts'
import { openTrash } from '../trash/open-trash.ts'
import { connectSecrets } from './secrets-link.ts'
import { connectTrash } from './trash-link.ts'

/** The calls of the main process: the host's, and pictures for the page's scheme. */
function createLinkRouter(library: Pick<OpenLibrary, 'host' | 'serveImage' | 'serveTile'>) {
  const os = implement(linkContract)
  const picture = os.picture.handler(async ({ input, signal }) => {
    const served = await library.serveImage({ ...input, ...(signal ? { signal } : {}) })
    return served && new Blob([Buffer.from(served.bytes)], { type: served.type })
  })
  const tile = os.tile.handler(async ({ input, signal }) => {
    const served = await library.serveTile({ ...input, ...(signal ? { signal } : {}) })
    return served && new Blob([Buffer.from(served.bytes)], { type: served.type })
  })
  return { host: library.host, picture, tile }
}

type LibraryOpener = (places: Places, secrets: Secrets | undefined, trash: Trash) => Promise<OpenLibrary>

/** Runs one library in this process under the control of the main process. */
export function serveLibrary(parent: ParentPort, open: LibraryOpener): void {
  const tell = (message: FromLibrary) => parent.postMessage(message)
  let library: Promise<OpenLibrary> | null = null
  parent.on('message', ({ data, ports }) => {
    const message = data as ToLibrary // the parent is always this program's main process
    if (message.type === 'open') library = begin(openWithPorts(open, message.places, ports), ports[0], tell)
    if (message.type === 'window')
      void library?.then(
        ({ router }) => serve(new RPCHandler(router), ports[0]),
        () => ports[0]?.close(),
      )
    if (message.type === 'close') void library?.then((opened) => opened.close()).finally(() => tell({ type: 'closed' }))
  })
}

async function openWithPorts(
  open: LibraryOpener,
  places: Places,
  [, secrets, trash]: readonly MessagePortMain[],
): Promise<OpenLibrary> {
  return open(places, secrets && (await connectSecrets(secrets)), openTrash(trash && connectTrash(trash)))
}

function begin(
  opening: Promise<OpenLibrary>,
  port: MessagePortMain | undefined,
  tell: (message: FromLibrary) => void,
): Promise<OpenLibrary> {
  opening.then(
    (library) => {
      serve(new RPCHandler(createLinkRouter(library)), port)
      tell({ type: 'opened' })
    },
    (error: unknown) => tell({ type: 'failed', why: textOf(error) }),
  )
  return opening
}

function serve(handler: { upgrade(port: MessagePortMain): void }, port: MessagePortMain | undefined): void {
  if (!port) return
  handler.upgrade(port)
  port.start()
}

async function openLibrary(
  { libraryDir, resourcesDir, modelsDir, logsDir, allowedFoldersFile, version }: Places,
  secrets: Secrets | undefined,
  trash: Trash,
): Promise<OpenLibrary> {
  // Compute processes are forked from here, so Electron's program must behave as plain Node.
  process.env['ELECTRON_RUN_AS_NODE'] = '1'
  return createLibrary({
    libraryDir,
    resourcesDir,
    modelsDir,
    allowedFolders: () => readAllowed(allowedFoldersFile),
    watch: true,
    hasWindows: true,
    owner: 'Lumafold',
    version,
    ...(secrets ? { secrets } : {}),
    trash,
    log: openLogFile(logsDir),
  })
}

// Absent under plain Node, where tests import the parts.
if (process.parentPort) serveLibrary(process.parentPort, openLibrary)
