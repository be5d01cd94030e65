import type { Context } from '../../catalog/context/context.ts'
import type { LiveIndex } from '../../search/rows/live-index.ts'

/** Context of questions about keywords. */
export type KeywordContext = Pick<Context, 'db' | 'vocabulary' | 'names' | 'language' | 'peopleWords'> & {
  liveIndex: Pick<LiveIndex, 'current'>
  /** The minimum confidence in percent at which a tag counts. */
  minConfidence(): number
}
