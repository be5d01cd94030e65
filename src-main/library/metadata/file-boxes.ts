import { BOX_HEAD_BYTES, readBoxHead } from '../../base/formats/isobmff/media-boxes.ts'
import { partOf } from './embedded-blocks.ts'
import type { OpenFile } from './with-file.ts'

/** A box at the top level of a file; `at` is where it begins, `start` and `length` are of its content. */
type FileBox = { type: string; at: number; start: number; length: number }

/** The boxes side by side in a file, at most `max`, up to the first invalid one. */
export async function* fileBoxes(file: OpenFile, head: Buffer, max: number): AsyncGenerator<FileBox> {
  for (let at = 0, boxes = 0; boxes < max && at < file.bytes; boxes++) {
    const bytes = await partOf(file, head, at, BOX_HEAD_BYTES)
    const box = readBoxHead(bytes)
    if (box === null) return
    const start = at + (bytes.readUInt32BE(0) === 1 ? BOX_HEAD_BYTES : 8)
    const end = Math.min(at + box.size, file.bytes)
    yield { type: box.type, at, start, length: Math.max(0, end - start) }
    at = end
  }
}
