import { say } from '../../contract/sentences/say.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import { asFileError } from '../decode/decode-failure.ts'
import { limits } from '../decode/limits.ts'
import { unlimitedMemory, type MemoryLimiter } from '../decode/memory-limiter.ts'
import { openSource } from '../decode/open-source.ts'
import type { OpenOptions, PhotoSource } from '../decode/photo-source.ts'
import { unwatched, type ReadWatch } from '../decode/read-watch.ts'
import type { CutFile, CutRequest, FileOrder } from './cut-request.ts'
import { encodeFile } from './encode-file.ts'
import { heldBytes, openPicture, type OpenPicture } from './open-picture.ts'
import { showsMore } from './shows-more.ts'
import { shapePicture } from './shape-picture.ts'

export type CutOptions = { limitMemory?: MemoryLimiter; watch?: ReadWatch }

/** Each file after the first may take so much longer, in milliseconds; slow formats and limits of bytes take more. */
const FILE_MS = 5_000
const SLOW_FILE_MS = 60_000

/**
 * Makes the files of one photo with one decode, in their order. Rejects with AppError `file-missing`, `file-unreadable`
 * or `disk-full` where the photo cannot be opened.
 */
export async function cutFiles(request: CutRequest, options: CutOptions = {}): Promise<CutFile[]> {
  const { limitMemory = unlimitedMemory, watch = unwatched } = options
  const { path, files, style } = request
  const isSlow = style.format === 'avif' || style.maxBytes !== null
  const extraMs = isSlow ? SLOW_FILE_MS * files.length : FILE_MS * (files.length - 1)
  const patient: ReadWatch = { ...watch, read: (rereadMs) => watch.read(rereadMs + extraMs) }
  const source = await openFile(path, { limitMemory, watch: patient })
  const bytes = source.decodeBytes + heldBytes(source, files.length)
  const cut = () => cutEach(source, request)
  return bytes > limits.heavyBytes ? limitMemory(bytes, cut) : cut()
}

async function openFile(path: string, options: OpenOptions): Promise<PhotoSource> {
  try {
    return await openSource(path, options)
  } catch (error) {
    throw asFileError(error) ?? error
  }
}

async function cutEach(source: PhotoSource, request: CutRequest): Promise<CutFile[]> {
  const picture = await openPicture(source, { files: request.files.length })
  const cuts: CutFile[] = []
  for (const order of request.files)
    cuts.push(order.kind === 'copy' ? await checkCopy(request.path, picture) : await cutOne(picture, request, order))
  return cuts
}

async function checkCopy(path: string, picture: OpenPicture): Promise<CutFile> {
  const { width, height } = picture
  if (!(await showsMore(path, picture))) return { ok: true, value: new Uint8Array(), width, height }
  return { ok: false, code: 'bad-params', message: say('exports.copyShows') }
}

type MadeOrder = Exclude<FileOrder, { kind: 'copy' }>

async function cutOne(picture: OpenPicture, { turn = 1, style }: CutRequest, order: MadeOrder): Promise<CutFile> {
  try {
    const shaped = shapePicture(picture, order, { turn, keepsSmall: style.keepsSmall })
    return { ok: true, ...(await encodeFile(shaped, style, picture.hasAlpha)) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    const message = say('pictures.undecodable', { detail: messageOf(error).split('\n')[0] ?? '' })
    return { ok: false, code: 'file-unreadable', message }
  }
}
