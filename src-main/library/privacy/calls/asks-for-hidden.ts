import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { leavesOf } from '../../../contract/library/search/nodes.ts'
import { parse } from '../../../contract/library/search/parse.ts'

const hidden: readonly string[] = ['private', 'sensitive']

/** Whether a search is about photos that client mode and the lock hide: its name would reveal that there are some. */
export const asksForHidden = (text: string): boolean =>
  leavesOf(parse(text).terms).some(
    (leaf) =>
      leaf.type === 'field' &&
      leaf.field === searchFields.is.name &&
      leaf.values.some((value) => hidden.includes(readChoice(searchFields.is, value) ?? '')),
  )
