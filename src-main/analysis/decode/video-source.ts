import { readAvi } from '../../formats/avi/read-avi.ts'
import type { Bytes } from '../../formats/bytes.ts'
import { readMovie, type Movie } from '../../formats/isobmff/movie.ts'
import { readMatroska } from '../../formats/matroska/read-matroska.ts'
import { readTransportStream } from '../../formats/mpeg-ts/read-transport-stream.ts'
import { isMedia } from '../../formats/signatures.ts'
import { NoPicture } from './decode-failure.ts'
import { withBytes } from './file-bytes.ts'
import type { InspectFile } from './photo-source.ts'
import { openBytes } from './picture-source.ts'
import { readPoster } from './video-poster.ts'

const readers: Readonly<Record<string, (bytes: Bytes) => Movie | null>> = {
  mov: readMovie,
  mkv: readMatroska,
  webm: readMatroska,
  avi: readAvi,
  mts: readTransportStream,
}

/** Films, by one of their frames. Most say their size and length themselves, so that these are known without it. */
export const inspectVideo: InspectFile = async (file, format) => {
  const read = isMedia(file.head) ? readMovie : readers[format]
  const movie = read === undefined ? null : withBytes(file.input, read)
  const { width = 0, height = 0, durationMs = null } = movie ?? {}
  const facts = { width, height, format, hasAlpha: false, media: 'video' as const, durationMs }
  return {
    ...facts,
    async load() {
      if (file.path === null) throw new NoPicture('Films are read from files only.')
      const poster = await readPoster(file.path, durationMs)
      return { ...(await openBytes(poster, 'png')), format, media: 'video', durationMs }
    },
  }
}
