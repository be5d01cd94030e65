import type { CoreParts } from '../core-parts.ts'
import { normalView } from '../api/normal-view.ts'
import { createLearning, type Learning } from './learning.ts'
import { createOwnTaggers } from './own-taggers.ts'

export type OpenLearningParts = Pick<CoreParts, 'catalog' | 'hub' | 'options'> & { presentModel(): string | null }

/** Opens a library's learned tags on its catalogue and events. */
export function openLearning({ catalog, hub, options, presentModel }: OpenLearningParts): Learning {
  const own = createOwnTaggers({ catalog, resourcesDir: options.resourcesDir, presentModel, onChanged: (ids) => hub.photosChanged(ids), now: Date.now })
  const photosWith = (name: string) => catalog.search.run({ filter: normalView({ tags: [name] }), sort: { by: 'addedAt', order: 'asc' } })
  return createLearning({
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
