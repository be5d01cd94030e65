import { AppError, messageOf } from '../../../../contract/errors.ts'
import type { NotCarriedOver } from '../../../../contract/library/travel.ts'
import type { ForeignPhoto } from '../foreign/foreign-photo.ts'
import { LeftOut } from '../foreign/left-out.ts'
import { readSource } from '../sources/read-source.ts'
import type { FromImport, ToImport } from './protocol.ts'

/** The library as this process sees it. */
export type ImportPort = { post(message: FromImport): void; onMessage(listener: (message: ToImport) => void): void }

/** Photos of one message. */
const BATCH = 200
const ALIVE_MS = 1000

/** Reads the source that the library names, as fast as the library takes the photos. */
export function serveImport(library: ImportPort): void {
  let more = Promise.withResolvers<void>()
  const demand = async () => {
    await more.promise
    more = Promise.withResolvers<void>()
  }
  library.onMessage((message) => {
    if (message.kind === 'next') more.resolve()
    else void answer(library, message, demand)
  })
}

async function answer(library: ImportPort, request: Extract<ToImport, { kind: 'read' }>, demand: () => Promise<void>) {
  const alive = setInterval(() => library.post({ kind: 'working' }), ALIVE_MS)
  try {
    library.post({ kind: 'done', notCarriedOver: await sendAll(library, request, demand) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const text = error instanceof AppError ? error.text : null
    library.post({ kind: 'failed', message: messageOf(error), text, ...(code !== undefined && { code }) })
  } finally {
    clearInterval(alive)
  }
}

async function sendAll(
  library: ImportPort,
  { path, options }: Extract<ToImport, { kind: 'read' }>,
  demand: () => Promise<void>,
): Promise<NotCarriedOver[]> {
  const left = new LeftOut()
  let photos: ForeignPhoto[] = []
  const send = async () => {
    library.post({ kind: 'photos', photos })
    photos = []
    await demand()
  }
  for await (const part of readSource(path, options, left)) {
    if ('source' in part) library.post({ kind: 'source', source: part.source })
    else if (photos.push(part.photo) >= BATCH) await send()
  }
  if (photos.length > 0) await send()
  return left.list()
}
