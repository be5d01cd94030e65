import type { Privacy } from '../privacy/privacy.ts'
import { findSimilar, type FindSimilarDependencies } from '../similar/find-similar.ts'
import type { LibraryImplementer } from './dispatch.ts'
import { normalView } from './normal-view.ts'

export type SimilarHandlersDependencies = FindSimilarDependencies & { privacy: Pick<Privacy, 'requireShown'> }

/** Handlers of `similar.*`. */
export function similarHandlers(os: LibraryImplementer, dependencies: SimilarHandlersDependencies) {
  return {
    find: os.similar.find.handler(async ({ input }) => {
      dependencies.privacy.requireShown([input.photoId])
      return { images: await findSimilar(dependencies, { ...input, filter: normalView(input.filter) }) }
    }),
  }
}
