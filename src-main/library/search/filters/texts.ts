import type { Bits } from '../columns/bits.ts'
import type { TextColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { countNumbers, withKept } from './numbers.ts'

/** Photos whose text passes a test, called once for each different text while there are fewer than 65,536. */
export function withTexts(index: PhotoIndex, column: TextColumn, passes: (text: string) => boolean): Bits {
  const texts = index.texts(column)
  return withKept(index, texts.values, (code) => passes(texts.textOf(code)))
}

/** How many photos of a set have each text; those without one are left out. */
export function countTexts(index: PhotoIndex, column: TextColumn, photos: Bits): { value: string; count: number }[] {
  const texts = index.texts(column)
  return [...countNumbers(texts.values, photos)].flatMap(([code, count]) =>
    code === 0 ? [] : [{ value: texts.textOf(code), count }],
  )
}

const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** In the order of names: a value keeps its place however many photos it has. */
export const byName = <Each extends { value: string }>(values: Each[]): Each[] =>
  values.sort((a, b) => inWords.compare(a.value, b.value) || (a.value < b.value ? -1 : 1))
