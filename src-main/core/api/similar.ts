import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'
import { findSimilar } from '../similar/find-similar.ts'
import { normalView } from './normal-view.ts'

/** Handlers of `similar.*`. */
export function similarHandlers(os: LibraryImplementer, parts: CoreParts) {
  return {
    find: os.similar.find.handler(async ({ input }) => ({
      images: await findSimilar(parts, { ...input, filter: normalView(input.filter) }),
    })),
  }
}
