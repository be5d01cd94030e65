import { nsfwVerdict } from '../codecs/numbered.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { keepAnyOf } from './numbers.ts'

const verdict = numberColumn('p.nsfw', Uint8Array)

/** Leaves out photos with some verdicts. */
export const sensitivity = {
  fields: ['withoutNsfw'],
  columns: [verdict],
  keep: (photos, { withoutNsfw = [] }, { index }) => {
    const kept = nsfwVerdict.names.filter((name) => !withoutNsfw.includes(name))
    keepAnyOf(
      photos,
      index.values(verdict),
      kept.map((name) => nsfwVerdict.number[name]),
    )
  },
} satisfies Filter
