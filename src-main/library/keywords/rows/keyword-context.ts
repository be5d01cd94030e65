import type { Context } from '../../catalog/context/context.ts'
import type { IndexKeeper } from '../../search/rows/index-keeper.ts'

/** What questions about keywords read. */
export type KeywordContext = Pick<Context, 'db' | 'vocabulary' | 'names' | 'language' | 'peopleWords'> & {
  keeper: Pick<IndexKeeper, 'current'>
  /** The least confidence in percent at which a tag counts. */
  minConfidence(): number
}
