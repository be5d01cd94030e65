import { t } from '../locales/messages.ts'
import type { FolderId, PhotoId } from '../../src-main/contract/library/ids.ts'
import { useFolders } from './use-folders.ts'
import { usePanels, type Lost } from '../navigation/use-panels.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Something missing: what folders and photos have in common. */
type Known<Id> = { id: Id; path: string }

/** Asks where a folder or a photo's file is now: in the system's dialog if there is one, otherwise in the path box. */
export function useLocate() {
  const shell = useShell(),
    panels = usePanels(),
    toasts = useToasts()
  const find = useFind()
  const ask = async (lost: Lost): Promise<void> => {
    if (shell.info?.hasDialogs) await toasts.attempt(t('folders.notFound'), () => find(lost))
    else panels.toLocate = lost
  }
  return {
    folder: ({ id, path }: Known<FolderId>) => ask({ kind: 'folder', id, path }),
    photo: ({ id, path }: Known<PhotoId>) => ask({ kind: 'photo', id, path }),
  }
}

/** Sets where something is now, by dialog or by a path; rejects with the reason if it is not there. */
export function useFind(): (lost: Lost, path?: string) => Promise<void> {
  const folders = useFolders(),
    changes = usePersonChanges(),
    toasts = useToasts()
  return async ({ kind, id }, path) => {
    if (kind === 'photo') return changes.setPhotoFile(id, path)
    const found = await folders.locate(id, path)
    if (found) toasts.say(t('folders.isFound', { name: found.name }), found.path)
  }
}
