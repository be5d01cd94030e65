import type { Language } from '../../../contract/analysis/language.ts'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Writes } from '../../../base/sqlite/durably.ts'
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
export type Context = Writes & {
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
}
