import { readMovie } from '../../formats/isobmff/movie.ts'
import { isMedia } from '../../formats/signatures.ts'
import { NoPicture } from './decode-failure.ts'
import { withBytes } from './file-bytes.ts'
import type { InspectFile } from './photo-source.ts'
import { openBytes } from './picture-source.ts'
import { readPoster } from './video-poster.ts'

/** Films, by one of their frames. Their size and length are known without that where they are laid out in boxes. */
export const inspectVideo: InspectFile = async (file, format) => {
  const movie = isMedia(file.head) ? withBytes(file.input, readMovie) : null
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
