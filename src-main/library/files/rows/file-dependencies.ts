import type { Settings } from '../../../contract/library/settings.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { FullText } from '../../metadata/rows/full-text.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

/** Shared by the parts of the file store. */
export type FileDependencies = Context & {
  steps: Steps
  fullText: FullText
  /** The person's choice for files that a camera writes at one press. */
  pairing(): Pick<Settings, 'pairing' | 'mainOfPair'>
}
