import type { OpenFile } from './file-head.ts'
import { decodeText, noTags, noteText, type FilmTags } from './film-tags.ts'

const MAX_CHUNKS = 2_000
const MAX_BYTES = 4 * 1024 * 1024
/** What stands before the first chunk: `RIFF`, a size, `AVI `. */
const HEAD_BYTES = 12

/** Reads what an AVI film says of itself: the date in its header, the texts of `INFO`, and Adobe's XMP. */
export async function readAviTags(file: OpenFile): Promise<FilmTags> {
  const tags = noTags()
  await readChunks(file, HEAD_BYTES, file.bytes, tags)
  return tags
}

async function readChunks(file: OpenFile, from: number, to: number, tags: FilmTags, inList = ''): Promise<void> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_CHUNKS; count++) {
    const head = await file.part(at, 12)
    if (head.length < 8) return
    const [id, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    const list = id === 'LIST' ? head.toString('latin1', 8) : ''
    const end = Math.min(to, at + 8 + size)
    const read = () => file.part(at + 8, Math.min(end - at - 8, MAX_BYTES))
    if (inList === '' && (list === 'hdrl' || list === 'INFO')) await readChunks(file, at + 12, end, tags, list)
    else if (id === '_PMX') tags.xmp ??= (await read()).toString('utf8')
    else if (inList === 'INFO' || id === 'IDIT') noteText(tags, id, decodeText(await read()).trimEnd())
    at += 8 + size + (size % 2)
  }
}
