import { AppError, messageOf } from '../../../../contract/errors.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { ChangeStore, PersonChange } from '../../../history/journal/change-store.ts'
import { type BatchChange, type Change, kindOf } from '../../../history/journal/change-kinds.ts'
import type { FileStore } from '../../../files/rows/file-store.ts'
import type { FolderStore } from '../../../folders/rows/folder-store.ts'
import type { Edit, EditEntry, PhotoReference } from '../../../history/edits/edit.ts'
import type { EditLog } from '../../../history/edits/edit-log.ts'
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
  /** Edits that were done again. */
  edits: number
  /** Photos that were listed anew, because they were edited and the catalogue did not know them any more. */
  photos: number
  /** Edits that could not be done again, in whole or in part, with the reason as a sentence. */
  problems: string[]
}

/** Does again, in their order, what a person did after the moment that the catalogue holds. */
export function replayEdits(dependencies: ReplayDependencies, entries: readonly EditEntry[]): Replayed {
  const photos = new KnownPhotos(dependencies)
  const problems: string[] = []
  sparePhotoNumbers(dependencies.db, Math.max(0, ...entries.map(({ photos: told }) => highest(told))))
  const joined = joinPieces(entries)
  for (const { seq, edit, photos: told } of joined) {
    photos.learn(told)
    dependencies.edits.replay(seq, () => {
      try {
        problems.push(...doAgain(dependencies, edit, photos))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push(`Edit ${seq} could not be done again: ${messageOf(error)}`)
      }
    })
  }
  return { edits: joined.length, photos: photos.added, problems }
}

const highest = (photos: readonly { id: number }[]) => photos.reduce((most, { id }) => Math.max(most, id), 0)

/** The pieces of a large change as one edit, so that the history has one line of it. */
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

function doAgain({ db, changes }: ReplayDependencies, edit: Edit, photos: KnownPhotos): string[] {
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
  raiseSequence(db, 'changes', edit.changeId - 1) // the history counts on as it did, so that an undo names the same
  const change = kind.renumber?.(edit.change, (id) => photos.find(id)) ?? edit.change
  applyAgain(changes, { ...edit, change }, { knownOf, renumber: (part) => renumberPart(part, photos) })
  return lost.size === 0
    ? []
    : [`Change ${edit.changeId} could not be done again for ${lost.size} photos that are not known.`]
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
 * Which photos of a catalogue the numbers of a newer one stand for. A number that both have is the same photo, since
 * numbers are never given twice. Any other photo is known by its place and size, or is listed anew at its place; it is
 * never guessed.
 */
class KnownPhotos {
  readonly #stores: Stores
  readonly #references = new Map<number, PhotoReference>()
  readonly #found = new Map<number, number | null>()
  /** Photos that were listed anew. */
  added = 0

  constructor(stores: Stores) {
    this.#stores = stores
  }

  learn(photos: readonly PhotoReference[]): void {
    for (const reference of photos) this.#references.set(reference.id, reference)
  }

  /** The photo's number here; null where it cannot be told for certain. */
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

  /** Its analysis begins anew, and the next scan says whether its file is still there. */
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
