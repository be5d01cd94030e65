import type { Settings } from '../../../contract/library/settings.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { FullText } from '../../metadata/rows/full-text.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

/** What the parts of the file store work with. */
export type FileDependencies = Context & {
  steps: Steps
  fullText: FullText
  /** What the person chose for files that a camera writes at one press. */
  pairing(): Pick<Settings, 'pairing' | 'mainOfPair'>
}
