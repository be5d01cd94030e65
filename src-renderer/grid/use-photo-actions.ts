import { t } from '../locales/messages.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoDetail, PhotoTag } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Above this number, loading the details would take longer than a menu is open. */
const MAX_DETAILS = 50

/** A tag of selected photos. An own one came from a person or a file; a classifier can be trained on it. */
export type ListedTag = Pick<PhotoTag, 'name' | 'label'> & { isOwn: boolean }

type Copied = 'name' | 'path' | 'tags'
const textOf = (detail: PhotoDetail, what: Copied): string =>
  what === 'tags' ? detail.tags.map((tag) => tag.label).join(', ') : detail[what]

/** What the menus do with photos apart from changing them. */
export function usePhotoActions() {
  const client = useClient()
  const toasts = useToasts(),
    loads = useLoads()
  const details = (ids: readonly PhotoId[]): Promise<PhotoDetail[]> =>
    Promise.all(ids.slice(0, MAX_DETAILS).map((id) => client.library.photos.get({ id })))

  /** Tags that any of the photos has, ordered by label; empty if there are too many photos. */
  const tagsOf = async (ids: readonly PhotoId[]): Promise<ListedTag[]> => {
    const lists = ids.length > MAX_DETAILS ? [] : ((await loads.ask(() => details(ids), ['photo-not-found'])) ?? [])
    const all = lists.flatMap((detail) => detail.tags)
    const own = new Set(all.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name))
    const labels = new Map(all.map(({ name, label }) => [name, label] as const))
    return [...labels]
      .map(([name, label]) => ({ name, label, isOwn: own.has(name) }))
      .sort((a, b) => a.label.localeCompare(b.label))
  }
  const reveal = (photoId: PhotoId) => toasts.attempt(t('grid.notRevealed'), () => client.shell.reveal({ photoId }))
  const copy = (ids: readonly PhotoId[], what: Copied) =>
    toasts.attempt(t('grid.notCopied'), async () => {
      const lines = (await details(ids)).map((detail) => textOf(detail, what))
      await navigator.clipboard.writeText(lines.join('\n'))
      toasts.say(
        t('grid.copied'),
        ids.length > MAX_DETAILS ? t('grid.firstCopied', { some: MAX_DETAILS, all: ids.length }) : '',
      )
    })

  return { tagsOf, reveal, copy }
}
