import { closeSync, ftruncateSync, mkdirSync, openSync, fstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nameKey } from '../../../src-main/library/files/rows/name-key.ts'
import { fileKeyOf, foundFileOf } from '../../../src-main/library/ingest/reconcile/found-file.ts'

export const PER_FOLDER = 2000
/** Subfolders of one folder, which thus has 60,000 photos. */
export const FOLDERS_EACH = 30

/** A folder below the watched one. */
export type MadeFolder = { path: string; key: string }
/** `folder` is its place in the list of folders. */
export type MadeFile = {
  id: number
  folder: number
  name: string
  nameKey: string
  bytes: number
  modifiedMs: number
  fileKey: string | null
  device: string
}

const BYTES = 4_000_000

/** Creates folders and, on request, sparse files of four megabytes that take no space. */
export function makeFiles(root: string, photos: number): { folders: MadeFolder[]; files: Iterable<MadeFile> } {
  const folders = Array.from({ length: Math.ceil(photos / PER_FOLDER) }, (_, at) => {
    const path = `${Math.floor(at / FOLDERS_EACH)}/${at}`
    mkdirSync(join(root, path), { recursive: true })
    return { path, key: fileKeyOf(statSync(join(root, path), { bigint: true })) ?? '' }
  })
  return { folders, files: filesIn(root, folders, photos) }
}

function* filesIn(root: string, folders: readonly MadeFolder[], photos: number): Generator<MadeFile> {
  for (let id = 1; id <= photos; id++) {
    const folder = Math.floor((id - 1) / PER_FOLDER)
    const name = `IMG_${String(id).padStart(7, '0')}.jpg`
    const file = openSync(join(root, folders[folder]!.path, name), 'w')
    ftruncateSync(file, BYTES + id)
    const { bytes, modifiedMs, fileKey, device } = foundFileOf('', name, fstatSync(file, { bigint: true }))
    closeSync(file)
    yield { id, folder, name, nameKey: nameKey(name), bytes, modifiedMs, fileKey, device }
  }
}
