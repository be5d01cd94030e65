import type { NotCarriedOver } from '../../../../contract/library/travel.ts'
import type { ForeignPhoto, ForeignSource } from '../foreign/foreign-photo.ts'
import type { SourceOptions } from '../foreign/source-options.ts'

/** From the library to the process that reads a source. `next` asks for more photos. */
export type ToImport = { kind: 'read'; path: string; options: SourceOptions } | { kind: 'next' }

/** From that process to the library. */
export type FromImport =
  | { kind: 'source'; source: ForeignSource }
  | { kind: 'photos'; photos: ForeignPhoto[] }
  /** A sign of life, once a second. */
  | { kind: 'working' }
  | { kind: 'done'; notCarriedOver: NotCarriedOver[] }
  /** `isKnown` where the message is a sentence for people; `code` is the system's. */
  | { kind: 'failed'; message: string; isKnown: boolean; code?: string }
