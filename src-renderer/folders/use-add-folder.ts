import { t } from '../locales/messages.ts'
import { useFolders } from './use-folders.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Asks for a folder: in the system's dialog if there is one, otherwise in the path box. */
export function useAddFolder(): () => Promise<void> {
  const shell = useShell(),
    folders = useFolders(),
    panels = usePanels(),
    toasts = useToasts()
  return async () => {
    if (!shell.info?.hasDialogs) {
      panels.isAddFolderOpen = true
      return
    }
    await toasts.attempt(t('folders.notAdded'), () => folders.add())
  }
}

/** Adds a folder by its path and shows a notice; rejects with an error to show. False if nothing was added. */
export function useAddByPath(): (path: string) => Promise<boolean> {
  const folders = useFolders(),
    toasts = useToasts()
  return async (path) => {
    const folder = await folders.add(path)
    if (folder) toasts.say(t('folders.added', { name: folder.name }), t('folders.addedDetail'))
    return folder !== null
  }
}
