import type { AlbumNode } from '../../src-main/contract/library/albums.ts'
import type { PublishFolder } from '../../src-main/contract/library/publishing.ts'
import type { PhotoQuery } from '../../src-main/contract/library/query.ts'
import { t } from '../locales/messages.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useQuery } from '../photos/query.ts'
import { useSelection } from '../photos/selection.ts'

/** Opens the dialog that creates or changes a publish folder. */
export function usePublish() {
  const panels = usePanels(),
    query = useQuery(),
    selection = useSelection()
  /** For everything that a query finds, now and later. */
  const add = (name: string, of: PhotoQuery): void => {
    panels.publishing = { kind: 'publish', folder: null, ids: null, query: of, queryName: name }
  }
  /** For an album in its own order, or for what a smart one finds. */
  const addAlbum = (node: AlbumNode): void => {
    if (node.kind === 'album')
      return add(node.name, { filter: { albumId: node.id }, sort: { by: 'album', order: 'asc' } })
    const { text, folderId, sort } = node.search
    const filter = { ...(text === '' ? {} : { text }), ...(folderId === null ? {} : { folderId }) }
    return add(node.name, { filter, sort })
  }
  /** For what the list shows, or for the photos selected in it. */
  const addShown = (): void => {
    const ids = panels.exportIds ?? (selection.ids.size > 0 ? selection.list : null)
    panels.isPublishingOpen = false
    panels.exportIds = null
    panels.publishing = {
      kind: 'publish',
      folder: null,
      ids,
      query: { filter: query.filter, sort: query.sort },
      queryName: query.text || t('publishing.allPhotos'),
    }
  }
  const change = (folder: PublishFolder): void => {
    const of = folder.source.kind === 'query' ? folder.source.query : null
    panels.isPublishingOpen = false
    panels.publishing = { kind: 'publish', folder, ids: null, query: of, queryName: folder.name }
  }
  return { addAlbum, addShown, change }
}
