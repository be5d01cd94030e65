import { say } from '../../../contract/sentences/say.ts'
import { plainKeyword, type KeywordRecord, type KeywordSet } from '../../../contract/library/keywords.ts'
import { findKeyword, writeKeyword, findSet, writeSet } from '../rows/keyword-rows.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Saves more about a keyword than its name and photos, or removes that. */
type ChangeKeyword = { kind: 'keyword'; name: string; record: KeywordRecord | null }

/** The state is the complete record of the keyword. */
export const keyword: ChangeKind<ChangeKeyword, KeywordRecord | null> = {
  kind: 'keyword',
  subject: 'library',
  announces: () => ['keywords.changed'],
  given: (_context, { record }) => (record === null ? null : inOneOrder(record)),
  read: (context, { name }, ids) => [{ state: findKeyword(context, name), ids }],
  write: (context, { name }, _ids, state) => writeKeyword(context, name, state),
  tell: ({ changed }) => changed.text(),
  describe: ({ name, record }) => {
    if (record === null) return say('keywords.unlisted', { name })
    return JSON.stringify(inOneOrder(record)) === JSON.stringify(plainKeyword)
      ? say('keywords.listed', { name })
      : say('keywords.changed', { name })
  },
  photosOf: () => 0,
}

/** States are compared as JSON. */
const inOneOrder = ({ synonyms, color, isExported, exportsSynonyms }: KeywordRecord): KeywordRecord => ({
  synonyms,
  color,
  isExported,
  exportsSynonyms,
})

type State = Omit<KeywordSet, 'id'>

/** Saves a set of keywords under a name, or removes it. */
type ChangeKeywordSet = { kind: 'keyword-set'; id: number; name: string; set: State | null }

/** The state is the complete set. */
export const keywordSet: ChangeKind<ChangeKeywordSet, State | null> = {
  kind: 'keyword-set',
  subject: 'library',
  announces: () => ['keywords.changed'],
  given: (_context, { set }) => (set === null ? null : { name: set.name, keywords: set.keywords }),
  read: ({ db }, { id }, ids) => [{ state: findSet(db, id), ids }],
  write: ({ db }, { id }, _ids, state) => writeSet(db, id, state),
  tell: () => undefined, // it finds no photo
  describe: ({ name, set }) => say(set === null ? 'keywords.setRemoved' : 'keywords.setSaved', { name }),
  photosOf: () => 0,
}

/** Changes the case of a keyword's letters: it stays the same keyword. */
type SpellKeyword = { kind: 'spell-keyword'; name: string }

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
