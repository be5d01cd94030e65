import { z } from 'zod'
import { FolderId, PhotoId } from '../library/ids.ts'

/** A request from outside to the window: by a link, or by a file or folder opened with Lumafold. */
export const Opening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('photo'), id: PhotoId }),
  z.object({ kind: z.literal('folder'), id: FolderId }),
  z.object({ kind: z.literal('album'), id: z.int().positive() }),
  z.object({ kind: z.literal('search'), text: z.string().max(4000) }),
])
export type Opening = z.infer<typeof Opening>

const idPattern = /^lumafold:(?:\/\/)?(photo|album)\/(\d{1,15})\/?$/i
const searchPattern = /^lumafold:(?:\/\/)?search\/?\?q=([^&#]*)$/i

/**
 * Reads a link such as `lumafold:photo/12`, `lumafold:album/3` or `lumafold:search?q=rating%3A5`; systems may write
 * slashes before and behind the first word. Null for anything else. Any page or letter can have such a link: it shows
 * something that the library has, and can do no more.
 */
export function readLink(link: string): Opening | null {
  const [, kind, digits] = idPattern.exec(link) ?? []
  const [, written] = searchPattern.exec(link) ?? []
  const opening = written === undefined ? { kind: kind?.toLowerCase(), id: Number(digits) } : searchOf(written)
  const read = Opening.safeParse(opening)
  return read.success ? read.data : null
}

function searchOf(written: string): unknown {
  try {
    return { kind: 'search', text: decodeURIComponent(written.replaceAll('+', ' ')) }
  } catch {
    return null
  }
}
