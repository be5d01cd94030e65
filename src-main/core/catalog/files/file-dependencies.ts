import type { Settings } from '../../../contract/library/settings.ts'
import type { Context } from '../context/context.ts'
import type { FullText } from '../metadata/full-text.ts'
import type { Steps } from '../steps/steps.ts'

/** What the parts of the file store work with. */
export type FileDependencies = Context & {
  steps: Steps
  fullText: FullText
  /** What the person chose for files that a camera writes at one press. */
  pairing(): Pick<Settings, 'pairing' | 'mainOfPair'>
}
