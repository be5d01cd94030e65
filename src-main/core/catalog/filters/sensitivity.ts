import { nsfwVerdict } from '../codecs/numbered.ts'
import { verdictColumn } from '../columns/concealment.ts'
import type { Filter } from './filter.ts'
import { countWithin, keepAnyOf, withKept } from './numbers.ts'

const isSensitive = (verdict: number) => verdict !== nsfwVerdict.number.safe

/** Photos that are not safe, by the analysis or as a person says; leaves out photos with some verdicts. */
export const sensitivity = {
  fields: ['withoutNsfw'],
  columns: [verdictColumn],
  states: { sensitive: ({ index }) => withKept(index, index.values(verdictColumn), isSensitive) },
  keep: (photos, { withoutNsfw = [] }, { index }) => {
    const kept = nsfwVerdict.names.filter((name) => !withoutNsfw.includes(name))
    keepAnyOf(
      photos,
      index.values(verdictColumn),
      kept.map((name) => nsfwVerdict.number[name]),
    )
  },
  facet: (photos, { index }) => ({ sensitive: countWithin(photos, index.values(verdictColumn), isSensitive) }),
} satisfies Filter
