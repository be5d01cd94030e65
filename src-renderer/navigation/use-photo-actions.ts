import { t } from '../locales/messages.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { MAX_COMPARED } from '../../src-main/contract/library/search/like.ts'
import { useAlbums } from '../stores/albums.ts'
import { useMetadataEdits } from '../stores/metadata-edits.ts'
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
  const intoAlbum = useIntoAlbum()
  const tools = usePhotoTools()
  const metadata = useMetadataActions()
  const findSimilar = useFindSimilar()

  /** Acts on the photos once they are known; on nothing where there are none. */
  const act = async (run: (ids: readonly PhotoId[]) => unknown): Promise<void> => {
    const ids = scopes.target?.known() ?? (await scopes.target?.ids())
    if (ids && ids.length > 0) await run(ids)
  }
  return {
    tag: () => act((ids) => (panels.tagIds = ids)),
    rename: () => act((ids) => (panels.move = { kind: 'rename', ids })),
    'move-files': () => act((ids) => (panels.move = { kind: 'move', ids })),
    trash: () => act((ids) => (panels.trashIds = ids)),
    'album-choose': () => act((ids) => (panels.albumIds = ids)),
    album: () => act(intoAlbum),
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
    similar: () => act(findSimilar),
    'metadata-copy': () => act(metadata.copy),
    'metadata-paste': () => act(metadata.paste),
  }
}

/** Looks for photos like these: as many of them as are compared at once. */
function useFindSimilar(): (ids: readonly PhotoId[]) => void {
  const place = usePlace()
  const toasts = useToasts()
  return (ids) => {
    if (ids.length > MAX_COMPARED) toasts.say(tooMany(ids.length))
    place.openSimilar({ photoIds: ids.slice(0, MAX_COMPARED) })
  }
}

/** Copies what the first photo says, and asks what of it others take. */
function useMetadataActions(): Record<'copy' | 'paste', (ids: readonly PhotoId[]) => unknown> {
  const edits = useMetadataEdits()
  const panels = usePanels()
  return {
    copy: ([first]) => first !== undefined && edits.copy(first),
    paste: (ids) => edits.copied !== null && (panels.pasteIds = ids),
  }
}

/** Puts photos into the album that was chosen for it, or takes them out; asks for one where none was. */
function useIntoAlbum(): (ids: readonly PhotoId[]) => unknown {
  const albums = useAlbums()
  const panels = usePanels()
  return (ids) => {
    if (albums.target === null) panels.albumIds = ids
    else return albums.toggle(albums.target.id, ids)
  }
}

const tooMany = (count: number): string =>
  t('navigation.firstCompared', { some: MAX_COMPARED, photos: countPhotos(count) })
