import type { SimilarIndexes } from '../similar/similar-indexes.ts'

/**
 * Reads the vectors that `like:` compares before a call whose filter says it, in slices: the search itself waits for
 * nothing, and would read them in one go.
 */
export async function prepareLikeness(similar: Pick<SimilarIndexes, 'load'>, input: unknown): Promise<void> {
  if (isWithText(input) && /\blike\b/i.test(input.filter.text)) await similar.load()
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isWithText(input: unknown): input is { filter: { text: string } } {
  if (!isObject(input) || !('filter' in input)) return false
  const { filter } = input
  return isObject(filter) && 'text' in filter && typeof filter.text === 'string'
}
