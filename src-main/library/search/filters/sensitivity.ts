import { verdictColumn } from '../columns/concealment.ts'
import { isSensitive } from '../../catalog/codecs/numbered.ts'
import type { Filter, FilterSource } from './filter.ts'
import { countWithin, withKept } from './numbers.ts'

const isSensitiveTo =
  ({ sensitiveFrom }: FilterSource) =>
  (verdict: number): boolean =>
    isSensitive(verdict, sensitiveFrom)

/** Sensitive photos, by the analysis or a person's judgement. */
export const sensitivity = {
  fields: [],
  columns: [verdictColumn],
  states: {
    sensitive: (source) => withKept(source.index, source.index.values(verdictColumn), isSensitiveTo(source)),
  },
  facet: (photos, source) => ({
    sensitive: countWithin(photos, source.index.values(verdictColumn), isSensitiveTo(source)),
  }),
} satisfies Filter
