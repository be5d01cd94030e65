import type { CoreParts } from '../core-parts.ts'
import { normalView } from '../api/normal-view.ts'
import { createCustomClassifiers, type CustomClassifiers } from './custom-classifiers.ts'
import { createClassifierTraining } from './classifier-training.ts'

export type OpenCustomClassifiersDependencies = Pick<CoreParts, 'catalog' | 'hub' | 'options'> & {
  presentModel(): string | null
}

/** Opens a library's learned tags on its catalogue and events. */
export function openCustomClassifiers({
  catalog,
  hub,
  options,
  presentModel,
}: OpenCustomClassifiersDependencies): CustomClassifiers {
  const own = createClassifierTraining({
    catalog,
    resourcesDir: options.resourcesDir,
    presentModel,
    onChanged: (ids) => hub.photosChanged(ids),
    now: Date.now,
  })
  const photosWith = (name: string) =>
    catalog.search.run({ filter: normalView({ tags: [name] }), sort: { by: 'addedAt', order: 'asc' } })
  return createCustomClassifiers({
    own,
    presentModel,
    photoCount: () => catalog.analysis.counts().ready,
    countPhotosWith: ([first, ...others]) => {
      if (first === undefined) return 0
      if (others.length === 0) return photosWith(first).length
      return new Set([first, ...others].flatMap((name) => [...photosWith(name)])).size
    },
    publish: (taggers) => hub.publish({ type: 'taggers.changed', taggers }),
    log: options.log,
  })
}
