import type { Folder } from '../../src-main/contract/library/folder.ts'
import { useFolders } from '../stores/folders.ts'
import { usePanels } from '../stores/panels.ts'
import { useShell } from '../stores/shell.ts'
import { useToasts } from '../stores/toasts.ts'

/** Asks where a watched folder is now: by the system's dialog where there is one, otherwise by the path box. */
export function useLocateFolder(): (folder: Folder) => Promise<void> {
  const shell = useShell(),
    folders = useFolders(),
    panels = usePanels(),
    toasts = useToasts()
  return async (folder) => {
    if (!shell.info?.hasDialogs) {
      panels.folderToLocate = folder
      return
    }
    await toasts.attempt('Folder not found', async () => {
      const found = await folders.locate(folder.id)
      if (found) toasts.say(`${found.name} is found`, found.path)
    })
  }
}
