import { AppError } from '../../../../contract/errors.ts'
import { say } from '../../../../contract/sentences/say.ts'
import type { Text } from '../../../../contract/sentences/text.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { ChangeStore, PersonChange } from '../../../history/journal/change-store.ts'
import { type BatchChange, type Change, kindOf } from '../../../history/journal/change-kinds.ts'
import type { FileStore } from '../../../files/rows/file-store.ts'
import type { FolderStore } from '../../../folders/rows/folder-store.ts'
import type { Edit, EditEntry, PhotoReference, EditLog } from '../../../history/edits/edit-log.ts'
import { raiseSequence, sparePhotoNumbers } from '../../../history/edits/sequences.ts'
import { join } from 'node:path'

export type ReplayDependencies = {
  db: Db
  edits: EditLog
  changes: ChangeStore
  files: Pick<FileStore, 'add' | 'findByPath'>
  folders: Pick<FolderStore, 'addRoot' | 'ensure' | 'roots'>
}

export type Replayed = {
  /** The number of replayed edits. */
  edits: number
  /** Photos added again, because they were edited and the catalogue no longer had them. */
  photos: number
  /** Edits that could not be replayed, completely or partly, and why. */
  problems: Text[]
}

/** Replays, in order, a person's edits from after the catalogue's last moment. */
export function replayEdits(dependencies: ReplayDependencies, entries: readonly EditEntry[]): Replayed {
  const photos = new KnownPhotos(dependencies)
  const problems: Text[] = []
  sparePhotoNumbers(dependencies.db, Math.max(0, ...entries.map(({ photos: told }) => highest(told))))
  const joined = joinPieces(entries)
  for (const { seq, edit, photos: told } of joined) {
    photos.learn(told)
    dependencies.edits.replay(seq, () => {
      try {
        problems.push(...doAgain(dependencies, edit, photos))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push(say('doctor.editFailed', { edit: seq, reason: error.text }))
      }
    })
  }
  return { edits: joined.length, photos: photos.added, problems }
}

const highest = (photos: readonly { id: number }[]) => photos.reduce((max, { id }) => Math.max(max, id), 0)

/** The pieces of a large change as one edit, so that the history has one entry for it. */
function joinPieces(entries: readonly EditEntry[]): EditEntry[] {
  const joined: EditEntry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    const edit = last === undefined ? null : joinEdits(last.edit, entry.edit)
    if (last === undefined || edit === null) joined.push(entry)
    else joined[joined.length - 1] = { ...entry, edit, photos: [...last.photos, ...entry.photos] }
  }
  return joined
}

function joinEdits(before: Edit, after: Edit): Edit | null {
  if (before.changeId !== after.changeId) return null
  if (before.kind === 'do' && after.kind === 'do') return { ...after, ids: [...before.ids, ...after.ids] }
  if (before.kind === 'batch' && after.kind === 'batch') return { ...after, parts: [...before.parts, ...after.parts] }
  return null
}

function doAgain({ db, changes }: ReplayDependencies, edit: Edit, photos: KnownPhotos): Text[] {
  if (isReverse(edit)) {
    changes[edit.kind](edit.changeId)
    return []
  }
  const kind = kindOf(edit.change.kind)
  const lost = new Set<number>()
  const knownOf = (change: { kind: string }, ids: readonly number[]) =>
    ids.flatMap((id) => {
      const known = kindOf(change.kind).subject === 'photos' ? photos.find(id) : id
      if (known === null) lost.add(id)
      return known ?? []
    })
  // the history continues its numbers, so that an undo refers to the same change
  raiseSequence(db, 'changes', edit.changeId - 1)
  const change = kind.renumber?.(edit.change, (id) => photos.find(id)) ?? edit.change
  applyAgain(changes, { ...edit, change }, { knownOf, renumber: (part) => renumberPart(part, photos) })
  return lost.size === 0 ? [] : [say('doctor.changeFailed', { change: edit.changeId, photos: lost.size })]
}

type Reverse = Extract<Edit, { kind: 'undo' | 'redo' }>
type Done = Extract<Edit, { kind: 'do' }> | Extract<Edit, { kind: 'batch' }>

const isReverse = (edit: Edit): edit is Reverse => edit.kind === 'undo' || edit.kind === 'redo'

const renumberPart = (part: Change, photos: KnownPhotos): Change =>
  (kindOf(part.kind).renumber?.(part, (id) => photos.find(id)) as Change | undefined) ?? part

type Known = {
  knownOf(change: { kind: string }, ids: readonly number[]): number[]
  renumber(part: Change): Change
}

function applyAgain(changes: ChangeStore, edit: Done, { knownOf, renumber }: Known): void {
  if (edit.kind === 'do') {
    const ids = knownOf(edit.change, edit.ids)
    if (ids.length > 0) changes.apply({ ...(edit.change as PersonChange), ids })
    return
  }
  const parts = edit.parts.map((part) => ({
    change: renumber(part.change as Change),
    ids: knownOf(part.change, part.ids),
  }))
  const run = changes.beginBatch(edit.change as BatchChange, parts)
  while (!run.isDone) changes.step(run)
}

type Stores = {
  db: Db
  files: Pick<FileStore, 'add' | 'findByPath'>
  folders: Pick<FolderStore, 'addRoot' | 'ensure' | 'roots'>
}

/**
 * Maps photo numbers of a newer catalogue to those of this one. A number in both is the same photo, since numbers are
 * never reused. Any other photo is recognised by its place and size, or is added again at its place; it is never
 * guessed.
 */
class KnownPhotos {
  readonly #stores: Stores
  readonly #references = new Map<number, PhotoReference>()
  readonly #found = new Map<number, number | null>()
  /** Photos that were added again. */
  added = 0

  constructor(stores: Stores) {
    this.#stores = stores
  }

  learn(photos: readonly PhotoReference[]): void {
    for (const reference of photos) this.#references.set(reference.id, reference)
  }

  /** The photo's number here; null if it is uncertain. */
  find(id: number): number | null {
    const known = this.#found.get(id) ?? this.#locate(id)
    this.#found.set(id, known)
    return known
  }

  #locate(id: number): number | null {
    const exists = this.#stores.db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
    if (exists.get(id) !== undefined) return id
    const reference = this.#references.get(id)
    if (reference === undefined) return null
    const there = this.#stores.files.findByPath(join(reference.root, reference.folder, reference.name))
    if (there !== null) return this.#isSame(there, reference) ? there : null
    return this.#add(reference)
  }

  #isSame(photoId: number, reference: PhotoReference): boolean {
    const row = this.#stores.db
      .prepare<[number], Pick<PhotoReference, 'bytes' | 'modifiedMs'>>(
        'SELECT bytes, modified_ms AS modifiedMs FROM files WHERE photo_id = ? AND is_main = 1',
      )
      .get(photoId)
    return row?.bytes === reference.bytes && row.modifiedMs === reference.modifiedMs
  }

  /** Its analysis starts again, and the next scan shows whether its file is still there. */
  #add({ root, folder, name, bytes, modifiedMs, fileKey }: PhotoReference): number | null {
    const { folders, files } = this.#stores
    try {
      const rootId = folders.roots().find(({ path }) => path === root)?.id ?? folders.addRoot(root).id
      const [added = null] = files.add([{ folderId: folders.ensure(rootId, folder), name, bytes, modifiedMs, fileKey }])
      this.added += 1
      return added
    } catch (error) {
      if (error instanceof AppError && error.code === 'folder-overlaps') return null
      throw error
    }
  }
}
