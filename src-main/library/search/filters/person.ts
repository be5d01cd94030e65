import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Bits } from '../columns/bits.ts'
import type { TextColumn } from '../columns/column.ts'
import { readPeople } from '../../people/rows/people-rows.ts'
import type { CountedValue, Filter, FilterSource } from './filter.ts'
import { nameMatcher } from './match-words.ts'
import { byName, countTexts, withTexts } from './texts.ts'

/** People on a photo: their ids with spaces between them, since photos share few different sets of people. */
const people: TextColumn = {
  sql: `(SELECT group_concat(id, ' ') FROM (SELECT DISTINCT n.person_id AS id FROM named_faces n
    WHERE n.photo_id = p.id ORDER BY n.person_id))`,
}
const idsOf = (text: string): number[] => (text === '' ? [] : text.split(' ').map(Number))

/** Photos with a face that a person, or the photo's file, named. */
export const person = {
  fields: [],
  texts: [people],
  terms: [
    {
      field: searchFields.person,
      find: ({ comparison, values }, { index, context }) => {
        const tests = values.map((value) => nameMatcher(comparison, value))
        const named = readPeople(context.db).filter(({ name }) => tests.some((matches) => matches(name)))
        const wanted = new Set(named.map(({ id }) => id))
        return withTexts(index, people, (text) => idsOf(text).some((id) => wanted.has(id)))
      },
      values: (photos, source) => countPeople(photos, source),
    },
  ],
  states: { named: ({ index }) => withTexts(index, people, (text) => text !== '') },
  facet: (photos, source) => ({
    people: countPeople(photos, source).map(({ value, count }) => ({ person: value, count })),
  }),
} satisfies Filter

/** How many photos of a set each person is on, by name. */
function countPeople(photos: Bits, { index, context }: FilterSource): CountedValue[] {
  const counts = new Map<number, number>()
  for (const { value, count } of countTexts(index, people, photos))
    for (const id of idsOf(value)) counts.set(id, (counts.get(id) ?? 0) + count)
  const named = readPeople(context.db).flatMap(({ id, name }) => {
    const count = counts.get(id)
    return count === undefined ? [] : [{ value: name, label: name, count }]
  })
  return byName(named)
}
