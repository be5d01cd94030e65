import type { Language } from '../../../contract/analysis/language.ts'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import type { TagNames } from '../vocabulary/tag-names.ts'
import type { EditNotes } from '../../history/edits/edit-log.ts'
import type { FaceVectors } from '../../people/rows/face-vectors/face-vectors.ts'
import type { Thumbnails } from '../../pictures/rows/thumbnails.ts'
import type { InFlight } from './in-flight.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/** Hears which photos changed, after the commit, so that the search index can follow. */
export type ChangeSink = {
  photos(ids: Iterable<number>): void
  /** Photos of which one tag came or went, and nothing else changed. */
  tag(ids: Iterable<number>, tagId: number): void
  /** Photos came into an album, went, or stand elsewhere in it. */
  album(album: number, ids: Iterable<number>): void
  /** Albums came, went, or lie elsewhere. */
  albums(): void
  /** More photos than are worth naming. */
  everything(): void
  /** A root went away or came back. */
  roots(): void
  /** Names, captions or folders: what full-text answers come from. */
  text(): void
  /** Names of files or their order. */
  names(): void
}

/** What every store of the catalogue works with. */
export type Context = {
  db: Db
  now: () => number
  changed: ChangeSink
  vocabulary: Vocabulary
  inFlight: InFlight
  /** What tags are called, and the language the person wants to read them in. */
  names: TagNames
  language: () => Language
  /** Whether tags that engines give may say who is on a photo. */
  peopleWords: () => boolean
  /** The mildest verdict that is sensitive to the person. */
  sensitiveFrom: () => SensitiveFrom
  thumbnails: Pick<Thumbnails, 'put' | 'putCameraPictures' | 'remove' | 'removeAll'>
  /** Vectors of faces, in a file beside the catalogue while people are recognised. */
  faceVectors: FaceVectors
  /** Hears of damage that was passed over, so that the rest could be read. */
  health: { noteDamage(reason: string): void; noteLost(photoId: number): void }
  /** Takes down what a person does, for the journal beside the catalogue. */
  edits: EditNotes
  /** One transaction; when it fails nothing is kept, caches included. */
  write<T>(work: () => T): T
  /** The same, flushed to the disk before it returns: for what a person did, and is told that it is done. */
  writeDurably<T>(work: () => T): T
}

/**
 * Transaction runners that call `forget` when the work fails, since caches may name rows that were taken back, and
 * `onDurable` once what a person did is on the disk.
 */
export function createWrites(
  db: Db,
  forget: () => void,
  onDurable: () => void = () => {},
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
      onDurable()
      return result
    },
  }
}
