import { privateColumn } from '../columns/concealment.ts'
import type { Filter } from './filter.ts'
import { countWithin, withKept } from './numbers.ts'

const isPrivate = (kept: number) => kept === 1

/** Photos that a person marked as private; while these are hidden, no search contains them. */
export const privacy = {
  fields: [],
  columns: [privateColumn],
  states: { private: ({ index }) => withKept(index, index.values(privateColumn), isPrivate) },
  facet: (photos, { index }) => ({ private: countWithin(photos, index.values(privateColumn), isPrivate) }),
} satisfies Filter
