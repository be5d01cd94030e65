import { searchFields } from '../../contract/library/search/fields.ts'
import { leavesOf } from '../../contract/library/search/nodes.ts'
import { parse } from '../../contract/library/search/parse.ts'
import { mayShow, readSentence } from '../../contract/library/search/sentence.ts'
import type { SentenceIndex } from '../similar/sentence-index.ts'
import type { SimilarIndexes } from '../similar/similar-indexes.ts'

export type LikenessDependencies = {
  similar: Pick<SimilarIndexes, 'load'>
  sentences: Pick<SentenceIndex, 'prepare'>
}

/**
 * Reads the vectors that `like:` and `shows:` compare before a call whose filter says them, in slices, and makes those
 * of sentences: the search itself waits for nothing, and would read them in one go.
 */
export async function prepareLikeness({ similar, sentences }: LikenessDependencies, input: unknown): Promise<void> {
  if (!isWithText(input)) return
  const { text } = input.filter
  if (/\blike\b/i.test(text)) await similar.load()
  if (mayShow(text)) await sentences.prepare(sentencesIn(text))
}

function sentencesIn(text: string): string[] {
  const found = leavesOf(parse(text).terms).flatMap((node) =>
    node.type === 'field' && node.field === searchFields.shows.name ? node.values.map(readSentence) : [],
  )
  return [...new Set(found.flatMap((wanted) => wanted?.sentence ?? []))]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isWithText(input: unknown): input is { filter: { text: string } } {
  if (!isObject(input) || !('filter' in input)) return false
  const { filter } = input
  return isObject(filter) && 'text' in filter && typeof filter.text === 'string'
}
