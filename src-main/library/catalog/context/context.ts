import type { Language } from '../../../contract/analysis/language.ts'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import type { TagNames } from '../vocabulary/tag-names.ts'
import type { EditLog } from '../../history/edits/edit-log.ts'
import type { FaceVectors } from '../../people/rows/face-vectors/face-vectors.ts'
import type { Thumbnails } from '../../pictures/rows/thumbnails.ts'
import type { InFlight } from './in-flight.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/** Receives changes of photos after the commit, so that the search index can follow. */
export type ChangeSink = {
  photos(ids: Iterable<number>): void
  /** Photos that gained or lost one tag, and nothing else changed. */
  tag(ids: Iterable<number>, tagId: number): void
  /** Photos entered an album, left it, or moved within it. */
  album(album: number, ids: Iterable<number>): void
  /** Albums were added, removed or moved. */
  albums(): void
  /** Too many photos to name each. */
  everything(): void
  /** A root went away or came back. */
  roots(): void
  /** Names, captions or folders changed: the sources of full-text answers. */
  text(): void
  /** Names of files or their order changed. */
  names(): void
}

/** Shared by every store of the catalogue. */
export type Context = {
  db: Db
  now: () => number
  changed: ChangeSink
  vocabulary: Vocabulary
  inFlight: InFlight
  /** Names of tags, and the language that the person reads them in. */
  names: TagNames
  language: () => Language
  /** Whether tags of engines may name people on a photo. */
  peopleWords: () => boolean
  /** The mildest verdict that is sensitive to the person. */
  sensitiveFrom: () => SensitiveFrom
  thumbnails: Pick<Thumbnails, 'put' | 'putCameraPictures' | 'remove' | 'removeAll'>
  /** Vectors of faces, in a file beside the catalogue while people are recognised. */
  faceVectors: FaceVectors
  /** Receives damage that was skipped, so that the rest could be read. */
  health: { noteDamage(reason: string): void; noteLost(photoId: number): void }
  /** Records a person's changes for the journal beside the catalogue. */
  edits: Pick<EditLog, 'note' | 'flush' | 'carry'>
  /** One transaction; if it fails, nothing is kept, caches included. */
  write<T>(work: () => T): T
  /** The same, flushed to the disk before it returns: for a person's changes, which are confirmed to them. */
  writeDurably<T>(work: () => T): T
}

/**
 * Transaction runners. They call `forget` when the work fails, since caches may name rows that were rolled back. A
 * person's change is also in the journal of `edits` when `writeDurably` returns.
 */
export function createWrites(
  db: Db,
  forget: () => void,
  edits?: Pick<EditLog, 'flush'>,
): Pick<Context, 'write' | 'writeDurably'> {
  const guarded = <T>(run: () => T): T => {
    try {
      return run()
    } catch (error) {
      forget()
      throw error
    }
  }
  return {
    write: (work) => guarded(() => (db.inTransaction ? work() : db.transaction(work).immediate())),
    writeDurably: (work) => {
      const result = guarded(() => durably(db, work))
      edits?.flush()
      return result
    },
  }
}
