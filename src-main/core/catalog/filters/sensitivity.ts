import { nsfwVerdict } from '../codecs/numbered.ts'
import { verdictColumn } from '../columns/concealment.ts'
import type { Filter } from './filter.ts'
import { keepAnyOf } from './numbers.ts'

/** Leaves out photos with some verdicts. */
export const sensitivity = {
  fields: ['withoutNsfw'],
  columns: [verdictColumn],
  keep: (photos, { withoutNsfw = [] }, { index }) => {
    const kept = nsfwVerdict.names.filter((name) => !withoutNsfw.includes(name))
    keepAnyOf(
      photos,
      index.values(verdictColumn),
      kept.map((name) => nsfwVerdict.number[name]),
    )
  },
} satisfies Filter
