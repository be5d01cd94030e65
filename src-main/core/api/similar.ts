import { findSimilar, type FindSimilarDependencies } from '../similar/find-similar.ts'
import type { LibraryImplementer } from './dispatch.ts'
import { normalView } from './normal-view.ts'

export type SimilarHandlersDependencies = FindSimilarDependencies

/** Handlers of `similar.*`. */
export function similarHandlers(os: LibraryImplementer, dependencies: SimilarHandlersDependencies) {
  return {
    find: os.similar.find.handler(async ({ input }) => ({
      images: await findSimilar(dependencies, { ...input, filter: normalView(input.filter) }),
    })),
  }
}
