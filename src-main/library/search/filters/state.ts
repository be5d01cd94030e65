import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { unite } from '../columns/bits.ts'
import type { Filter } from './filter.ts'

/** The word of `is:` that a value means, as the filters declare it. */
export const stateOf = (value: string): string => readChoice(searchFields.is, value) ?? value.toLowerCase()

/** `is:`, whose words the other filters declare. */
export const state = {
  fields: [],
  terms: [
    {
      field: searchFields.is,
      find: ({ values }, source) => {
        const found = source.index.noSlots()
        for (const value of values) {
          const name = stateOf(value)
          const { states } = source.terms
          if (Object.hasOwn(states, name)) unite(found, states[name]!(source))
        }
        return found
      },
    },
  ],
} satisfies Filter
