import { AppError } from '../../contract/errors.ts'
import type { SourceSide } from '../store/transfer/side.ts'
import { valueOf, type Row, type Table } from '../store/transfer/table.ts'
import { tables } from '../store/transfer/tables.ts'
import { copyFile } from './copy-file.ts'
import type { FileSource, FileTarget } from './file-place.ts'
import type { ServicePlace } from './service-place.ts'

const uploads: Table = tables.find(({ name }) => name === 'uploads')!
/** Prefix of kept pictures in a data folder, and among objects. */
const KEPT = 'uploads/kept/'
const OBJECTS = 'pictures/'
/** Number of pictures copied at once, because an object store takes its time for each. */
const AT_ONCE = 8

/** How many pictures were copied, and how many the source had already lost. */
export type MovedPictures = { copied: number; bytes: number; missing: number }

/** The key of an upload's picture in a service's storage. */
export function fileIn({ objects }: ServicePlace, row: Row): string {
  const file = String(valueOf(uploads, row, 'file'))
  const name = file.slice(file.lastIndexOf('/') + 1)
  return objects === undefined ? name : `${OBJECTS}${String(valueOf(uploads, row, 'account_id'))}/${name}`
}

const keyOf = (file: string) => (file.startsWith(OBJECTS) ? file : KEPT + file)

/** Throws AppError `bad-params` if there are pictures that no upload of the source names. */
export async function refuseForeignPictures(from: SourceSide, place: ServicePlace, target: FileTarget): Promise<void> {
  for await (const { key } of target.list(place.objects === undefined ? KEPT : OBJECTS)) {
    const id = key.slice(key.lastIndexOf('/') + 1).replace(/\..*$/, '')
    if (await from.hasUpload(id)) continue
    throw new AppError(
      'bad-params',
      `${target.title} holds pictures of another service (${key}), and a migration never mixes two. Choose another place, or empty it.`,
    )
  }
}

/** Copies the picture of every kept upload, and reads each back. */
export async function movePictures(
  from: SourceSide,
  source: FileSource,
  target: FileTarget,
  place: ServicePlace,
  onPictures: (count: number) => void,
): Promise<MovedPictures> {
  const moved: MovedPictures = { copied: 0, bytes: 0, missing: 0 }
  const move = async (row: Row) => {
    const bytes = Number(valueOf(uploads, row, 'bytes'))
    const file = { from: keyOf(String(valueOf(uploads, row, 'file'))), to: keyOf(fileIn(place, row)), bytes }
    const sum = String(valueOf(uploads, row, 'picture_id')).slice(0, 64)
    if (await copyFile({ ...file, sum }, source, target)) {
      moved.copied++
      moved.bytes += bytes
    } else moved.missing++
  }
  for await (const page of from.read(uploads)) {
    const kept = page.filter((row) => valueOf(uploads, row, 'gone_ms') === null)
    for (let at = 0; at < kept.length; at += AT_ONCE) await Promise.all(kept.slice(at, at + AT_ONCE).map(move))
    onPictures(page.length)
  }
  return moved
}
