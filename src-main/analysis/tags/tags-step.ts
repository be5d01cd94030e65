import type { Findings } from '../photo/findings.ts'
import type { Step } from '../step/step.ts'
import { fuseTags } from './fuse-tags.ts'
import type { EvidenceReader } from './gather-evidence.ts'

/**
 * Names what is in the photo: objects and their kinds, people, scene, colours and kind of picture in one calibrated
 * list.
 */
export function createTagsStep({ vocabulary, evidenceOf }: EvidenceReader): Step {
  return {
    name: 'tags',
    version: 9,
    tasks: ['objects', 'classifier', 'embedding', 'faces', 'face-identity'],
    run: async (context): Promise<Partial<Findings>> => {
      const { evidence, words } = await evidenceOf(context)
      const { trace } = context
      const tags = fuseTags([...evidence, ...words], vocabulary, trace)
      return trace ? { tags, tagReasons: trace.reasons() } : { tags }
    },
  }
}
