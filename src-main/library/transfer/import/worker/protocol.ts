import type { Text } from '../../../../contract/sentences/text.ts'
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
  /** `text` explains it to people if the reason is known; `code` is the system's. */
  | { kind: 'failed'; message: string; text: Text | null; code?: string }
