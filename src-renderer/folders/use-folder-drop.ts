import { t } from '../locales/messages.ts'
import { useEventListener } from '@vueuse/core'
import { ref, type Ref } from 'vue'
import { useDragged } from '../stores/dragged.ts'
import { useFolders } from '../stores/folders.ts'
import { usePanels } from '../stores/panels.ts'
import { useShell } from '../stores/shell.ts'
import { useToasts } from '../stores/toasts.ts'
import { droppedFile } from '../words/dropped-file.ts'
import { describeDropped, droppedEntry, mayBeFolder } from './dropped-folder.ts'

/** Adds a folder that is dropped on the window, or says that it is the one that is looked for. */
export function useFolderDrop(): { isOver: Ref<boolean> } {
  const shell = useShell(),
    folders = useFolders(),
    panels = usePanels(),
    toasts = useToasts(),
    drag = useDragged()
  const isOver = ref(false)

  /** The desktop program knows the path, which the page does not get to see. */
  const addByShell = async (file: File): Promise<void> => {
    const id = (await window.lumafold?.receiveDropped(file)) ?? ''
    const folder = await folders.addDropped(id)
    toasts.say(t('folders.added', { name: folder.name }), t('folders.addedDetail'))
  }
  const lookFor = async (entry: FileSystemDirectoryEntry): Promise<void> => {
    panels.dropped = await describeDropped(entry)
    if (panels.toLocate?.kind !== 'folder') panels.isAddFolderOpen = true
  }
  const take = (transfer: DataTransfer | null): void => {
    const entry = droppedEntry(transfer)
    const file = transfer?.files[0]
    if (entry === null) toasts.say(t('folders.onlyFolders'), t('folders.dropParent'))
    else if (!shell.info?.hasDialogs) void toasts.attempt(t('folders.notRead'), () => lookFor(entry))
    else if (file) void toasts.attempt(t('folders.notAdded'), () => addByShell(file))
  }

  useEventListener(window, 'dragover', (event: DragEvent) => {
    isOver.value = drag.dragged === null && mayBeFolder(event.dataTransfer)
    if (!isOver.value || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  })
  useEventListener(window, 'dragleave', (event: DragEvent) => {
    if (event.relatedTarget === null) isOver.value = false // it left the window, and not one element for another
  })
  useEventListener(window, 'drop', (event: DragEvent) => {
    isOver.value = false
    // One file is a picture that photos are compared with.
    if (drag.dragged !== null || !mayBeFolder(event.dataTransfer) || droppedFile(event.dataTransfer)) return
    event.preventDefault()
    take(event.dataTransfer)
  })
  return { isOver }
}
