import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Changes the case of a keyword's letters: it stays the same keyword. */
export type SpellKeyword = { kind: 'spell-keyword'; name: string }

/** The state is its spelling. */
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
