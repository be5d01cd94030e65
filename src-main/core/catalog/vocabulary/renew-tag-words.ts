import type { TagNames } from './tag-names.ts'
import type { Context } from '../context/context.ts'

const STATE = 'tag-names'

/**
 * Gives the known tags their words in all languages anew where they were written under other names; a library without
 * tags costs nothing.
 */
export function renewTagWords(
  { vocabulary, write }: Pick<Context, 'vocabulary' | 'write'>,
  names: TagNames,
  state: { get(key: string): string | null; set(key: string, value: string): void },
): void {
  if (names.version === '' || state.get(STATE) === names.version) return
  write(() => {
    for (const { id, concept } of vocabulary.tags())
      if (concept !== null) vocabulary.setWords(id, names.wordsOf(concept))
    state.set(STATE, names.version)
  })
}
