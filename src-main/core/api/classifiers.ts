import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `taggers.*`. */
export function classifierHandlers(os: LibraryImplementer, { learning }: CoreParts) {
  return {
    list: os.taggers.list.handler(() => learning.list()),
    learn: os.taggers.learn.handler(({ input }) => learning.learn(input)),
    addExamples: os.taggers.addExamples.handler(({ input: { id, ...examples } }) => learning.addExamples(id, examples)),
    retrain: os.taggers.retrain.handler(({ input }) => learning.retrain(input.id)),
    remove: os.taggers.remove.handler(({ input }) => learning.remove(input.id)),
  }
}
