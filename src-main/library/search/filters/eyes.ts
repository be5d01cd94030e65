import { SURELY_CLOSED, SURELY_OPEN } from '../../../contract/analysis/sharpness.ts'
import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { TextColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countTexts, withTexts } from './texts.ts'

/**
 * The eyes of the face that is least open. A photo's row changes whenever its sharpness is saved, so that the index
 * reads this again.
 */
const eyesColumn: TextColumn = {
  sql: `(SELECT CASE WHEN min(face.value ->> '$.expression.openness') < ${SURELY_CLOSED} THEN 'closed'
      WHEN min(face.value ->> '$.expression.openness') >= ${SURELY_OPEN} THEN 'open' ELSE '' END
    FROM sharpness s, json_each(s.faces) face WHERE s.photo_id = p.id)`,
}
const values = ['closed', 'open'] as const

/** Photos on which somebody's eyes are closed, or all eyes of which it is known are open. */
export const eyes = {
  fields: [],
  texts: [eyesColumn],
  terms: [
    {
      field: searchFields.eyes,
      find: (term, { index }) => {
        const wanted = term.values.map((value) => readChoice(searchFields.eyes, value))
        return withTexts(index, eyesColumn, (text) => text !== '' && wanted.includes(text))
      },
    },
  ],
  facet: (photos, { index }) => {
    const counts = countTexts(index, eyesColumn, photos)
    return {
      eyes: values.flatMap((each) => {
        const count = counts.find(({ value }) => value === each)?.count
        return count === undefined ? [] : [{ eyes: each, count }]
      }),
    }
  },
} satisfies Filter
