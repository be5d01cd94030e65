import { say } from '../../../contract/sentences/say.ts'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { MAX_PREVIEW, type MovePlan, type MovePreview, type MoveRequest } from '../../../contract/library/files.ts'
import type { Catalog, NewMove } from '../../catalog/catalog.ts'
import { keyOf, lookAtSync, modifiedMsOf } from '../disk/places.ts'
import { checkPattern } from '../patterns/fill-pattern.ts'
import { Collisions } from './find-collisions.ts'
import { orderUnits } from './order-units.ts'
import { isUnchanged, type PlannedPhoto, planPhoto } from './plan-photo.ts'
import { FolderReader, type SeenFolder } from './read-folders.ts'

export type PlanDependencies = { catalog: Pick<Catalog, 'operations' | 'folders'> }

/** A plan as it is carried out. */
export type PlannedMove = {
  /** The folder that photos go to; empty where they are only renamed. */
  place: string
  isRenamed: boolean
  moves: NewMove[]
  plan: Omit<MovePlan, 'planId'>
}

/** Photos that are planned without a break. */
const PIECE = 500

/**
 * Looks what a request would do, and touches nothing. Throws `bad-params` for an unknown field, `folder-not-found`,
 * `target-not-writable`, or `disk-full` where another disk has no room for what goes there.
 */
export async function planMoves({ catalog }: PlanDependencies, request: MoveRequest): Promise<PlannedMove> {
  for (const pattern of [request.pattern, request.target?.subfolder]) if (pattern !== undefined) checkPattern(pattern)
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
  const going = photos.filter((photo) => photo.problem === '' && !isUnchanged(photo))
  const moves = toMoves(going)
  const bytesToCopy = await checkRoom(moves, folderAt)
  return {
    place: target?.folder ?? '',
    isRenamed: request.pattern !== undefined,
    moves,
    plan: {
      photoCount: going.length,
      fileCount: moves.length,
      unchangedCount: photos.filter((photo) => photo.problem === '' && isUnchanged(photo)).length,
      problemCount: photos.filter(({ problem }) => problem !== '').length,
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
  if (photo.problem !== '' || isUnchanged(photo)) return photo
  return { ...photo, problem: folderAt(photo.folder).problem || folderAt(photo.newFolder).problem }
}

function toMoves(going: readonly PlannedPhoto[]): NewMove[] {
  return orderUnits(going).flatMap((photos, unit) =>
    photos.flatMap((photo) =>
      photo.files.flatMap(({ fileId, name, newName, bytes, modifiedMs }) => {
        const from = path.join(photo.folder, name)
        const facts = lookAtSync(from)
        const looks = facts === undefined ? { bytes, modifiedMs } : looksOf(facts, fileId, { bytes, modifiedMs })
        const key = facts === undefined ? '' : keyOf(facts)
        return { unit, photoId: photo.photoId, fileId, from, to: path.join(photo.newFolder, newName), key, ...looks }
      }),
    ),
  )
}

/** A photo must be as the catalogue knows it; what lies beside it is taken as it is. */
const looksOf = (
  facts: NonNullable<ReturnType<typeof lookAtSync>>,
  fileId: number | null,
  known: { bytes: number; modifiedMs: number },
) => (fileId === null ? { bytes: Number(facts.size), modifiedMs: modifiedMsOf(facts) } : known)

/** Bytes that go to other disks, which must have room for them. */
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
  const facts = await statfs(folder).catch(() => null)
  if (facts !== null) return facts.bavail * facts.bsize
  const above = path.dirname(folder)
  return above === folder ? null : roomAt(above)
}

function previewOf(photos: readonly PlannedPhoto[]): MovePreview[] {
  const shown = photos.slice(0, MAX_PREVIEW)
  const hidden = photos.slice(MAX_PREVIEW).filter(({ problem }) => problem !== '')
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
