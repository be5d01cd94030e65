import type { Context } from '../../catalog/context/context.ts'
import type { LiveIndex } from '../../search/rows/live-index.ts'

/** What questions about keywords read. */
export type KeywordContext = Pick<Context, 'db' | 'vocabulary' | 'names' | 'language' | 'peopleWords'> & {
  liveIndex: Pick<LiveIndex, 'current'>
  /** The least confidence in percent at which a tag counts. */
  minConfidence(): number
}
