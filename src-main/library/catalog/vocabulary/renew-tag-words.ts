import type { Db } from '../../../base/sqlite/connect.ts'
import type { TagNames } from './tag-names.ts'
import type { Vocabulary } from './vocabulary.ts'

const STATE = 'tag-names'

type Dependencies = {
  vocabulary: Vocabulary
  names: TagNames
  /** One transaction. */
  write(work: () => void): void
  state: { get(key: string): string | null; set(key: string, value: string): void }
}

/**
 * Writes the known tags' words in all languages again if they were written under other names; a library without tags
 * costs nothing.
 */
export function renewTagWords({ vocabulary, names, write, state }: Dependencies): void {
  if (names.version === '' || state.get(STATE) === names.version) return
  write(() => {
    for (const { id, concept } of vocabulary.tags())
      if (concept !== null) vocabulary.setWords(id, names.wordsOf(concept))
    state.set(STATE, names.version)
  })
}

/** All tags get their words again at the next opening. */
export const forgetTagWords = (db: Db): void => void db.prepare('DELETE FROM program_state WHERE key = ?').run(STATE)
