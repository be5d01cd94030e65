import { readAvi } from '../../base/formats/avi/read-avi.ts'
import type { Bytes } from '../../base/formats/bytes.ts'
import { readMovie, type Movie } from '../../base/formats/isobmff/movie.ts'
import { readMatroska } from '../../base/formats/matroska/read-matroska.ts'
import { readTransportStream } from '../../base/formats/mpeg-ts/read-transport-stream.ts'
import { isMedia } from '../../base/formats/signatures.ts'
import { NoPicture, DecodeFailure } from './decode-failure.ts'
import { withBytes } from './file-bytes.ts'
import { findFfmpeg } from './find-ffmpeg.ts'
import type { InspectFile } from './photo-source.ts'
import { openBytes } from './picture-source.ts'
import { say } from '../../contract/sentences/say.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const readers: Readonly<Record<string, (bytes: Bytes) => Movie | null>> = {
  mov: readMovie,
  mkv: readMatroska,
  webm: readMatroska,
  avi: readAvi,
  mts: readTransportStream,
}

/** Reads films by one of their frames. Most give their size and length, so these are known without a frame. */
export const inspectVideo: InspectFile = async (file, format) => {
  const read = isMedia(file.head) ? readMovie : readers[format]
  const movie = read === undefined ? null : withBytes(file.input, read)
  const { width = 0, height = 0, durationMs = null } = movie ?? {}
  const properties = { width, height, format, hasAlpha: false, media: 'video' as const, durationMs }
  return {
    ...properties,
    async load() {
      if (file.path === null) throw new NoPicture(say('pictures.filmBytes'))
      const poster = await readPoster(file.path, durationMs)
      return { ...(await openBytes(poster, 'png')), format, media: 'video', durationMs }
    },
  }
}

const MAX_MS = 15_000
const MAX_BYTES = 256 * 1024 * 1024
/** The very first frame is often black. */
const SEEK_MS = 1000

/**
 * One frame of a film as a PNG, by the installed program `ffmpeg`: a second after the start, or the middle of a shorter
 * film. Rejects with NoPicture if it is not installed, and with a DecodeFailure if it cannot read the film.
 */
async function readPoster(path: string, durationMs: number | null): Promise<Buffer> {
  const seekMs = durationMs === null ? SEEK_MS : Math.min(SEEK_MS, durationMs / 2)
  const frame = await readFrame(path, seekMs)
  // A film of unknown length may be shorter.
  const poster = frame.length > 0 || seekMs === 0 ? frame : await readFrame(path, 0)
  if (poster.length === 0) throw new DecodeFailure('damaged', say('pictures.filmEmpty'))
  return poster
}

async function readFrame(path: string, seekMs: number): Promise<Buffer> {
  const input = ['-protocol_whitelist', 'file', '-ss', (seekMs / 1000).toFixed(3), '-i', `file:${path}`]
  const output = ['-map', '0:v:0', '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-']
  try {
    const { stdout } = await promisify(execFile)(findFfmpeg(), ['-v', 'error', '-nostdin', ...input, ...output], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: MAX_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    return stdout
  } catch (error) {
    throw describe(error)
  }
}

function describe(error: unknown): DecodeFailure {
  const { code, killed } = error as { code?: unknown; killed?: boolean }
  if (code === 'ENOENT' || code === 'EACCES') return new NoPicture(say('pictures.filmNeedsFfmpeg'), { cause: error })
  if (killed) return new DecodeFailure('timed-out', say('pictures.filmSlow'), { cause: error })
  return new DecodeFailure('damaged', say('pictures.filmDamaged'), { cause: error })
}
