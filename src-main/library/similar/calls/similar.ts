import type { ComparedPictures } from '../compared-pictures.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import { findSimilar, type FindSimilarDependencies } from '../find-similar.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { normalView } from '../../../contract/library/normal-view.ts'

export type SimilarHandlersDependencies = FindSimilarDependencies & {
  compared: Pick<ComparedPictures, 'add'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `similar.*`. */
export function similarHandlers(os: LibraryImplementer, dependencies: SimilarHandlersDependencies) {
  const { compared, privacy } = dependencies
  return {
    find: os.similar.find.handler(async ({ input }) => {
      const { to, filter } = input
      privacy.requireShown('photoIds' in to ? to.photoIds : 'photoId' in to ? [to.photoId] : [])
      return { images: await findSimilar(dependencies, { ...input, filter: normalView(filter) }) }
    }),
    addPicture: os.similar.addPicture.handler(async ({ input: { name, bytes } }) =>
      compared.add(name, new Uint8Array(await bytes.arrayBuffer())),
    ),
  }
}
