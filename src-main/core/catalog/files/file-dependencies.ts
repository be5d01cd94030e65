import type { Context } from '../context/context.ts'
import type { FullText } from '../metadata/full-text.ts'
import type { Steps } from '../steps/steps.ts'

/** What the parts of the file store work with. */
export type FileDependencies = Context & { steps: Steps; fullText: FullText }
