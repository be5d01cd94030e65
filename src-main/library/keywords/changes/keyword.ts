import { say } from '../../../contract/sentences/say.ts'
import { plainKeyword, type KeywordRecord } from '../../../contract/library/keywords.ts'
import { findKeyword, writeKeyword } from '../rows/keyword-rows.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Saves more about a keyword than its name and photos, or removes that. */
export type ChangeKeyword = { kind: 'keyword'; name: string; record: KeywordRecord | null }

/** The one id of such a change: its keyword is named by the change itself. */
export const KEYWORD_IDS: readonly number[] = [0]

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
