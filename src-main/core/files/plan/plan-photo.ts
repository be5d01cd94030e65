import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import path from 'node:path'
import type { MoveRequest } from '../../../contract/library/files.ts'
import type { MovableFile, MovablePhoto } from '../../catalog/catalog.ts'
import { fillFolders, fillPattern, type NameFacts } from '../patterns/fill-pattern.ts'
import { companionsOf, renameCompanion } from './companions.ts'
import type { SeenFolder } from './read-folders.ts'

/** A file of a photo, by its present and its new place. */
export type PlannedFile = { fileId: number | null; name: string; newName: string; bytes: number; modifiedMs: number }

/** A photo, its files and the folders that they leave and go to. `problem` says why it stays. */
export type PlannedPhoto = {
  photoId: number
  name: string
  folder: string
  newFolder: string
  files: PlannedFile[]
  problem: Text | null
}

/** A request whose folder is known by its path. */
export type PlaceRequest = Pick<MoveRequest, 'pattern'> & { target?: { folder: string; subfolder: string } | undefined }

/** What would become of a photo's files, before it is known whether the names are free. */
export function planPhoto(photo: MovablePhoto, counter: number, request: PlaceRequest, seen: SeenFolder): PlannedPhoto {
  const main = photo.files[0]!
  const facts = factsOf(photo, main, counter)
  const { target, pattern } = request
  const newFolder =
    target === undefined ? main.folder : path.join(target.folder, ...fillFolders(target.subfolder, facts))
  const own = photo.files.filter(({ folderId }) => folderId === main.folderId)
  const stem = path.parse(main.name).name
  const newStem = pattern === undefined ? stem : fillPattern(pattern, facts)
  const rename = (name: string) => (name.startsWith(stem) ? newStem + name.slice(stem.length) : name)
  const names = own.map(({ name }) => name)
  const companions = companionsOf(names, seen.names)
  const files = [
    ...own.map(({ fileId, name, bytes, modifiedMs }) => ({ fileId, name, newName: rename(name), bytes, modifiedMs })),
    ...companions.map((name) => ({
      fileId: null,
      name,
      newName: renameCompanion(name, names, rename),
      bytes: 0,
      modifiedMs: 0,
    })),
  ]
  const problem = main.isAway ? say('files.folderAway') : tooLongOf(files)
  return { photoId: photo.photoId, name: main.name, folder: main.folder, newFolder, files, problem }
}

const factsOf = (photo: MovablePhoto, main: MovableFile, counter: number): NameFacts => ({
  name: main.name,
  original: photo.original,
  takenAt: photo.takenAt,
  rating: photo.rating,
  camera: photo.camera,
  title: photo.title,
  folder: path.basename(main.folder),
  counter,
})

/** Bytes of UTF-8 in a name that file systems allow. */
const MAX_NAME_BYTES = 255

function tooLongOf(files: readonly PlannedFile[]): Text | null {
  const long = files.find(({ newName }) => Buffer.byteLength(newName) > MAX_NAME_BYTES)
  return long === undefined ? null : say('files.longName', { name: long.newName })
}

export const isUnchanged = ({ folder, newFolder, files }: PlannedPhoto): boolean =>
  folder === newFolder && files.every(({ name, newName }) => name === newName)

/** The same photo with a number behind its new names. */
export function numberPhoto(photo: PlannedPhoto, number: number): PlannedPhoto {
  const stem = path.parse(photo.files[0]!.newName).name
  const files = photo.files.map((file) => ({
    ...file,
    newName: file.newName.startsWith(stem) ? `${stem}-${number}${file.newName.slice(stem.length)}` : file.newName,
  }))
  return { ...photo, files, problem: tooLongOf(files) }
}
