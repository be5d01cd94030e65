import type { SearchField } from '../../../contract/library/search/fields.ts'
import type { Bits } from '../columns/bits.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { CountedValue, FilterSource, SearchTerm } from './filter.ts'
import { nameMatcher } from './match-words.ts'
import { countNumbers, withKept } from './numbers.ts'
import { byName } from './texts.ts'

const MAX_KEPT = 65_535

/** A column of photos that refers to a row of `equipment`; names after the 65,535th count as unknown. */
export const equipmentColumn = (sql: string): NumberColumn<Uint16Array> =>
  numberColumn(sql, Uint16Array, (id) => ((id ?? 0) > MAX_KEPT ? 0 : (id ?? 0)))

/** The field of the search language that finds photos by such a column. */
export const equipmentTerm = (field: SearchField, column: NumberColumn<Uint16Array>): SearchTerm => ({
  field,
  find: ({ comparison, values }, { index, context }) => {
    const tests = values.map((value) => nameMatcher(comparison, value))
    const wanted = new Set(
      readEquipment(context.db).flatMap(([id, name]) => (tests.some((matches) => matches(name)) ? [id] : [])),
    )
    return withKept(index, index.values(column), (id) => wanted.has(id))
  },
  values: (photos, source) => countEquipment(photos, source, column),
})

/** How many photos of a set were taken with each piece of equipment, by name. */
export function countEquipment(
  photos: Bits,
  { index, context }: FilterSource,
  column: NumberColumn<Uint16Array>,
): CountedValue[] {
  const names = new Map(readEquipment(context.db))
  const counts = [...countNumbers(index.values(column), photos)].flatMap(([id, count]) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ value: name, label: name, count }]
  })
  return byName(counts)
}

const readEquipment = (db: Db): [id: number, name: string][] =>
  db.prepare<[], [number, string]>('SELECT id, name FROM equipment').raw().all()
