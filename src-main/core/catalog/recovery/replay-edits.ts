import { AppError, messageOf } from '../../../contract/errors.ts'
import type { Db } from '../../../sqlite/connect.ts'
import type { ChangeStore, PersonChange } from '../changes/change-store.ts'
import { kindOf } from '../changes/kinds/change-kinds.ts'
import type { FileStore } from '../files/file-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { Edit, EditEntry } from '../edits/edit.ts'
import type { EditLog } from '../edits/edit-log.ts'
import { KnownPhotos } from './known-photos.ts'
import { raiseSequence, sparePhotoNumbers } from '../edits/sequences.ts'

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
    if (last?.edit.kind !== 'do' || entry.edit.kind !== 'do' || last.edit.changeId !== entry.edit.changeId)
      joined.push(entry)
    else {
      const edit = { ...entry.edit, ids: [...last.edit.ids, ...entry.edit.ids] }
      joined[joined.length - 1] = { ...entry, edit, photos: [...last.photos, ...entry.photos] }
    }
  }
  return joined
}

function doAgain({ db, changes }: ReplayDependencies, edit: Edit, photos: KnownPhotos): string[] {
  if (edit.kind !== 'do') {
    changes[edit.kind](edit.changeId)
    return []
  }
  const kind = kindOf(edit.change.kind)
  const isOfPhotos = kind.subject === 'photos'
  const change = kind.renumber?.(edit.change, (id) => photos.find(id)) ?? edit.change
  const ids = isOfPhotos ? edit.ids.map((id) => photos.find(id)) : edit.ids
  const known = ids.filter((id) => id !== null)
  raiseSequence(db, 'changes', edit.changeId - 1) // the history counts on as it did, so that an undo names the same
  if (known.length > 0) changes.apply({ ...(change as PersonChange), ids: known })
  const lost = ids.length - known.length
  return lost === 0 ? [] : [`Change ${edit.changeId} could not be done again for ${lost} photos that are not known.`]
}
