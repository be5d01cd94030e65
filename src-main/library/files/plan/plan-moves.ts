import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { MAX_PREVIEW, type MovePlan, type MovePreview, type MoveRequest } from '../../../contract/library/files.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { MovableFile, MovablePhoto } from '../rows/operations/movable-photos.ts'
import type { NewMove } from '../rows/operations/operation-store.ts'
import { keyOf, statIfPresent, modifiedMsOf, foldPath } from '../disk/places.ts'
import { checkFilePattern, fillFolders, fillFilePattern, type FileNameValues } from './fill-file-pattern.ts'
import { FolderReader, type SeenFolder } from './folder-reader.ts'
import { companionsOf, numberCompanion, renameCompanion } from './companions.ts'

export type PlanDependencies = { catalog: Pick<Catalog, 'operations' | 'folders'> }

/** A plan, ready to be carried out. */
export type PlannedMove = {
  /** The destination folder; empty if photos are only renamed. */
  place: string
  isRenamed: boolean
  moves: NewMove[]
  plan: Omit<MovePlan, 'planId'>
}

/** Photos planned without a break. */
const PIECE = 500

/**
 * Plans a request and touches nothing. Throws `bad-params` for an unknown field, `folder-not-found`,
 * `target-not-writable`, or `disk-full` if another disk has no room for its files.
 */
export async function planMoves({ catalog }: PlanDependencies, request: MoveRequest): Promise<PlannedMove> {
  for (const pattern of [request.pattern, request.target?.subfolder])
    if (pattern !== undefined) checkFilePattern(pattern)
  const target = targetOf(catalog, request)
  const reader = new FolderReader()
  const planned: PlannedPhoto[] = []
  for (const page of catalog.operations.photos(request.ids))
    for (const photo of page) {
      const seen = await reader.read(photo.files[0]!.folder)
      const counter = request.counterFrom + planned.length
      planned.push(planPhoto(photo, counter, { pattern: request.pattern, target }, seen))
      if (planned.length % PIECE === 0) await setImmediate()
    }
  const folders = await readFolders(planned, reader)
  const folderAt = (folder: string) => folders.get(folder)!
  const writable = planned.map((photo) => withFolderProblem(photo, folderAt))
  const photos = new Collisions(writable, folderAt).resolve(request.numbersTaken)
  const going = photos.filter((photo) => photo.problem === null && !isUnchanged(photo))
  const moves = toMoves(going)
  const bytesToCopy = await checkRoom(moves, folderAt)
  return {
    place: target?.folder ?? '',
    isRenamed: request.pattern !== undefined,
    moves,
    plan: {
      photoCount: going.length,
      fileCount: moves.length,
      unchangedCount: photos.filter((photo) => photo.problem === null && isUnchanged(photo)).length,
      problemCount: photos.filter(({ problem }) => problem !== null).length,
      bytesToCopy,
      preview: previewOf(photos),
    },
  }
}

function targetOf(catalog: PlanDependencies['catalog'], { target }: MoveRequest) {
  if (target === undefined) return undefined
  const folder = catalog.folders.pathOf(target.folderId)
  if (catalog.folders.findByPath(folder) === null)
    throw new AppError('folder-not-found', say('errors.folderLeft', { path: folder }))
  return { folder, subfolder: target.subfolder }
}

async function readFolders(photos: readonly PlannedPhoto[], reader: FolderReader): Promise<Map<string, SeenFolder>> {
  const folders = new Map<string, SeenFolder>()
  for (const folder of new Set(photos.flatMap((photo) => [photo.folder, photo.newFolder])))
    folders.set(folder, await reader.read(folder))
  return folders
}

function withFolderProblem(photo: PlannedPhoto, folderAt: (folder: string) => SeenFolder): PlannedPhoto {
  if (photo.problem !== null || isUnchanged(photo)) return photo
  return { ...photo, problem: folderAt(photo.folder).problem ?? folderAt(photo.newFolder).problem }
}

function toMoves(going: readonly PlannedPhoto[]): NewMove[] {
  return orderUnits(going).flatMap((photos, unit) =>
    photos.flatMap((photo) =>
      photo.files.flatMap(({ fileId, name, newName, bytes, modifiedMs }) => {
        const from = path.join(photo.folder, name)
        const stats = statIfPresent(from)
        const state = stats === undefined ? { bytes, modifiedMs } : stateOf(stats, fileId, { bytes, modifiedMs })
        const key = stats === undefined ? '' : keyOf(stats)
        return { unit, photoId: photo.photoId, fileId, from, to: path.join(photo.newFolder, newName), key, ...state }
      }),
    ),
  )
}

/** A photo must be as the catalogue has it; its companions are taken as they are. */
const stateOf = (
  stats: NonNullable<ReturnType<typeof statIfPresent>>,
  fileId: number | null,
  known: { bytes: number; modifiedMs: number },
) => (fileId === null ? { bytes: Number(stats.size), modifiedMs: modifiedMsOf(stats) } : known)

/** Checks that other disks have room for the bytes moved to them. */
async function checkRoom(moves: readonly NewMove[], folderAt: (folder: string) => SeenFolder): Promise<number> {
  const needed = new Map<number, { folder: string; bytes: number }>()
  for (const { from, to, bytes } of moves) {
    const { device } = folderAt(path.dirname(to))
    if (device === folderAt(path.dirname(from)).device) continue
    const folder = path.dirname(to)
    needed.set(device, { folder, bytes: (needed.get(device)?.bytes ?? 0) + bytes })
  }
  for (const { folder, bytes } of needed.values()) {
    const room = await roomAt(folder)
    if (room !== null && room < bytes)
      throw new AppError('disk-full', say('errors.moveNoRoom', { path: folder, room: mb(room), needed: mb(bytes) }))
  }
  return [...needed.values()].reduce((sum, { bytes }) => sum + bytes, 0)
}

const mb = (bytes: number) => Math.floor(bytes / 1e6)

async function roomAt(folder: string): Promise<number | null> {
  const stats = await statfs(folder).catch(() => null)
  if (stats !== null) return stats.bavail * stats.bsize
  const above = path.dirname(folder)
  return above === folder ? null : roomAt(above)
}

function previewOf(photos: readonly PlannedPhoto[]): MovePreview[] {
  const shown = photos.slice(0, MAX_PREVIEW)
  const hidden = photos.slice(MAX_PREVIEW).filter(({ problem }) => problem !== null)
  const troubled = hidden.slice(0, MAX_PREVIEW)
  return [...troubled, ...shown.slice(0, MAX_PREVIEW - troubled.length)].map((photo) => ({
    photoId: photo.photoId,
    name: photo.name,
    newName: photo.files[0]!.newName,
    folder: photo.newFolder,
    others: photo.files.slice(1).map(({ name, newName }) => ({ name, newName })),
    problem: photo.problem,
  }))
}

/**
 * Orders photos so that each place is free before another photo gets it, as groups that move together: single photos
 * first, and last all those that exchange their places.
 */
function orderUnits(photos: readonly PlannedPhoto[]): PlannedPhoto[][] {
  const leaving = new Map<string, PlannedPhoto>()
  for (const photo of photos) for (const { name } of photo.files) leaving.set(placeOf(photo.folder, name), photo)
  const waiting = new Map<PlannedPhoto, number>()
  const followers = new Map<PlannedPhoto, PlannedPhoto[]>()
  for (const photo of photos) {
    const before = new Set(photo.files.flatMap(({ newName }) => leaving.get(placeOf(photo.newFolder, newName)) ?? []))
    before.delete(photo)
    waiting.set(photo, before.size)
    for (const each of before) followers.set(each, [...(followers.get(each) ?? []), photo])
  }
  const free = photos.filter((photo) => waiting.get(photo) === 0)
  for (let at = 0; at < free.length; at++)
    for (const photo of followers.get(free[at]!) ?? []) {
      const left = waiting.get(photo)! - 1
      waiting.set(photo, left)
      if (left === 0) free.push(photo)
    }
  const done = new Set(free)
  const exchanging = photos.filter((photo) => !done.has(photo))
  return [...free.map((photo) => [photo]), ...(exchanging.length === 0 ? [] : [exchanging])]
}

const placeOf = (folder: string, name: string) => foldPath(path.join(folder, name))

/** Numbers tried for a photo whose name is taken. */
const MAX_NUMBERS = 10_000

/** Returns a folder that was read before. */
type FolderAt = (folder: string) => SeenFolder

type Taken = { by: 'nobody' } | { by: 'photo'; at: number } | { by: 'file' }

/**
 * Finds taken names before anything is touched: by a file that stays, or by another photo of the plan; names that
 * differ only in case count as one. A place that a photo of the plan leaves is free. With `isNumbering` such a photo
 * gets the next free number after its name, otherwise it stays.
 */
class Collisions {
  readonly #folderAt: FolderAt
  readonly #photos: PlannedPhoto[]
  /** Photos by their old places, and by their new ones. */
  readonly #leaving = new Map<string, number>()
  readonly #wanted = new Map<string, number>()

  constructor(photos: readonly PlannedPhoto[], folderAt: FolderAt) {
    this.#photos = [...photos]
    this.#folderAt = folderAt
    for (const [at, photo] of photos.entries())
      for (const place of placesOf(photo, 'name')) this.#leaving.set(place, at)
  }

  /** The same photos, with numbers or problems. */
  resolve(isNumbering: boolean): PlannedPhoto[] {
    for (const at of this.#photos.keys()) this.#settle(at, isNumbering)
    while (this.#findBlocked());
    return this.#photos
  }

  #settle(at: number, isNumbering: boolean): void {
    const photo = this.#photos[at]!
    if (photo.problem !== null || isUnchanged(photo)) return
    let settled = photo
    let problem = this.#problemOf(at, settled, isNumbering)
    for (let number = 2; problem !== null && isNumbering && number < MAX_NUMBERS; number++) {
      settled = numberPhoto(photo, number)
      problem = settled.problem ?? this.#problemOf(at, settled, isNumbering)
    }
    this.#photos[at] = { ...settled, problem }
    if (problem === null) for (const place of placesOf(settled, 'newName')) this.#wanted.set(place, at)
  }

  /** `isStrict`: a place that another photo leaves counts as taken, too. */
  #problemOf(at: number, photo: PlannedPhoto, isStrict: boolean): Text | null {
    const own = new Set<string>()
    for (const { name, newName } of photo.files) {
      const place = foldPath(path.join(photo.newFolder, newName))
      if (own.has(place)) return say('files.twoAlike', { name: newName })
      own.add(place)
      const other = this.#wanted.get(place)
      if (other !== undefined && other !== at)
        return say('files.nameOfOther', { other: this.#photos[other]!.name, name: newName })
      const taken = this.#takenBy(place, photo.newFolder, newName)
      if (taken.by === 'nobody' || (taken.by === 'photo' && taken.at === at)) continue
      if (photo.folder === photo.newFolder && name === newName) continue
      if (taken.by === 'file' || isStrict || this.#stays(taken.at))
        return say('files.nameThere', { name: newName, path: photo.newFolder })
    }
    return null
  }

  #takenBy(place: string, folder: string, name: string): Taken {
    if (!this.#folderAt(folder).folded.has(foldPath(name))) return { by: 'nobody' }
    const at = this.#leaving.get(place)
    return at === undefined ? { by: 'file' } : { by: 'photo', at }
  }

  #stays(at: number): boolean {
    const photo = this.#photos[at]!
    return photo.problem !== null || isUnchanged(photo)
  }

  /** A photo that cannot move keeps its place, so the photo that was to get it stays, too. */
  #findBlocked(): boolean {
    let found = false
    for (const [at, photo] of this.#photos.entries()) {
      if (this.#stays(at)) continue
      const isBlocked = photo.files.some(({ newName }) => {
        const taken = this.#takenBy(foldPath(path.join(photo.newFolder, newName)), photo.newFolder, newName)
        return taken.by === 'photo' && taken.at !== at && this.#stays(taken.at)
      })
      if (!isBlocked) continue
      found = true
      this.#photos[at] = { ...photo, problem: say('files.otherStays') }
    }
    return found
  }
}

const placesOf = ({ folder, newFolder, files }: PlannedPhoto, which: 'name' | 'newName'): string[] =>
  files.map((file) => foldPath(path.join(which === 'name' ? folder : newFolder, file[which])))

/** A file of a photo, with its present and its new place. */
type PlannedFile = { fileId: number | null; name: string; newName: string; bytes: number; modifiedMs: number }

/** A photo, its files, and its old and new folders. `problem` says why it stays. */
type PlannedPhoto = {
  photoId: number
  name: string
  folder: string
  newFolder: string
  files: PlannedFile[]
  problem: Text | null
}

/** A request with the path of its folder. */
type PlaceRequest = Pick<MoveRequest, 'pattern'> & { target?: { folder: string; subfolder: string } | undefined }

/** The plan for a photo's files, before it is known whether the names are free. */
function planPhoto(photo: MovablePhoto, counter: number, request: PlaceRequest, seen: SeenFolder): PlannedPhoto {
  const main = photo.files[0]!
  const values = valuesOf(photo, main, counter)
  const { target, pattern } = request
  const newFolder =
    target === undefined ? main.folder : path.join(target.folder, ...fillFolders(target.subfolder, values))
  const own = photo.files.filter(({ folderId }) => folderId === main.folderId)
  const stem = path.parse(main.name).name
  const newStem = pattern === undefined ? stem : fillFilePattern(pattern, values)
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

const valuesOf = (photo: MovablePhoto, main: MovableFile, counter: number): FileNameValues => ({
  name: main.name,
  original: photo.original,
  takenAt: photo.takenAt,
  rating: photo.rating,
  camera: photo.camera,
  title: photo.title,
  folder: path.basename(main.folder),
  counter,
})

/** Maximum length of a name in bytes of UTF-8 on file systems. */
const MAX_NAME_BYTES = 255

function tooLongOf(files: readonly PlannedFile[]): Text | null {
  const long = files.find(({ newName }) => Buffer.byteLength(newName) > MAX_NAME_BYTES)
  return long === undefined ? null : say('files.longName', { name: long.newName })
}

const isUnchanged = ({ folder, newFolder, files }: PlannedPhoto): boolean =>
  folder === newFolder && files.every(({ name, newName }) => name === newName)

/** The same photo with a number after its new names. */
function numberPhoto(photo: PlannedPhoto, number: number): PlannedPhoto {
  const stem = path.parse(photo.files[0]!.newName).name
  const files = photo.files.map((file) => ({
    ...file,
    newName: file.newName.startsWith(stem)
      ? `${stem}-${number}${file.newName.slice(stem.length)}`
      : numberCompanion(file.newName, file.newName, number),
  }))
  return { ...photo, files, problem: tooLongOf(files) }
}
