import { say } from '../../../contract/sentences/say.ts'
import type { MetadataWriting } from '../../../contract/library/settings.ts'
import { chooseWriting, writingOf } from '../write/rows/chosen-writing.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Sets where metadata is written. All work is written there; an undo restores the files. */
type ChooseWriting = { kind: 'metadata-writing'; mode: MetadataWriting }

const places = {
  off: 'changes.writingOff',
  sidecars: 'changes.writingSidecars',
  files: 'changes.writingFiles',
} as const

/** The state is the mode. */
export const metadataWriting: ChangeKind<ChooseWriting, MetadataWriting> = {
  kind: 'metadata-writing',
  subject: 'library',
  announces: () => ['metadata-writing'],
  given: (_context, { mode }) => mode,
  read: ({ db }, _change, ids) => [{ state: writingOf(db), ids }],
  // Choosing another place keeps what was written; an undo restores the files.
  write: ({ db }, { mode }, _ids, state) => chooseWriting(db, state, { isTakenBack: state !== mode }),
  describe: ({ mode }) => say(places[mode]),
  photosOf: () => 0,
}
