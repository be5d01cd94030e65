import type { PhotoFilter } from './query.ts'
import { readChoice } from './search/check.ts'
import { searchFields } from './search/fields.ts'
import { leavesOf } from './search/nodes.ts'
import { parse } from './search/parse.ts'

/**
 * Leaves out photos without a file, unless the query asks for them by status or with `is:missing`; what a person did to
 * them is kept. Photos on a disconnected drive stay.
 */
export function normalView(filter: PhotoFilter): PhotoFilter {
  const isAsked = filter.statuses !== undefined || asksForMissing(filter.text ?? '')
  return isAsked ? filter : { ...filter, statuses: ['pending', 'ready', 'failed', 'offline'] }
}

const asksForMissing = (text: string) =>
  leavesOf(parse(text).terms).some(
    (leaf) =>
      leaf.type === 'field' &&
      leaf.field === searchFields.is.name &&
      leaf.values.some((value) => readChoice(searchFields.is, value) === 'missing'),
  )
