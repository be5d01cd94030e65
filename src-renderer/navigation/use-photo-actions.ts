import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { MAX_COMPARED } from '../../src-main/contract/library/search/like.ts'
import { usePanels } from '../stores/panels.ts'
import { usePersonChanges } from '../stores/person-changes.ts'
import { usePhotoTools } from '../stores/photo-tools.ts'
import { useRevealed } from '../stores/revealed.ts'
import { useToasts } from '../stores/toasts.ts'
import { countPhotos } from '../words/wording.ts'
import { useActionScopes, type Handlers } from './action-scopes.ts'
import { usePlace } from './use-place.ts'

/** What acts on the photos of the present view: its photo, or the selection. */
export function usePhotoActions(): Handlers {
  const scopes = useActionScopes()
  const panels = usePanels()
  const place = usePlace()
  const revealed = useRevealed()
  const changes = usePersonChanges()
  const tools = usePhotoTools()
  const toasts = useToasts()

  /** Acts on the photos once they are known; on nothing where there are none. */
  const act = async (run: (ids: readonly PhotoId[]) => unknown): Promise<void> => {
    const ids = scopes.target?.known() ?? (await scopes.target?.ids())
    if (ids && ids.length > 0) await run(ids)
  }
  const findSimilar = (ids: readonly PhotoId[]): void => {
    if (ids.length > MAX_COMPARED) toasts.say(`The first ${MAX_COMPARED} of ${countPhotos(ids.length)} are compared`)
    place.openSimilar({ photoIds: ids.slice(0, MAX_COMPARED) })
  }
  return {
    tag: () => act((ids) => (panels.tagIds = ids)),
    export: () => act((ids) => (panels.exportIds = ids)),
    slideshow: () =>
      act(([first]) => {
        if (first === undefined) return
        tools.isPlaying = true
        place.openPhoto(first)
      }),
    reveal: () => act(revealed.toggle),
    'rotate-left': () => act((ids) => changes.rotate(ids, 'left')),
    'rotate-right': () => act((ids) => changes.rotate(ids, 'right')),
    fine: () => act((ids) => changes.judge(ids, 'fine')),
    sensitive: () => act((ids) => changes.judge(ids, 'sensitive')),
    private: () => act(changes.togglePrivate),
    similar: () => act((ids) => findSimilar(ids)),
  }
}
