import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Writes a keyword otherwise, with the same letters but for capitals: it stays the same keyword. */
export type SpellKeyword = { kind: 'spell-keyword'; name: string }

/** The state is how it is written. */
export const spellKeyword: ChangeKind<SpellKeyword, string> = {
  kind: 'spell-keyword',
  subject: 'library',
  announces: () => ['keywords.changed'],
  isText: true,
  given: (_context, { name }) => name,
  read: ({ vocabulary }, { name }, ids) => [{ state: vocabulary.tagName(vocabulary.tagId(name)), ids }],
  write: ({ vocabulary }, { name }, _ids, state) => vocabulary.respell(vocabulary.tagId(name), state),
  tell: ({ changed }) => changed.text(),
  describe: ({ name }) => say('keywords.spelled', { name }),
  photosOf: () => 0,
}
