import { t } from '../locales/messages.ts'
import { useEventListener } from '@vueuse/core'
import { ref, type Ref } from 'vue'
import { useDragged } from '../photos/dragged.ts'
import { useFolders } from './use-folders.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'
import { droppedFile } from '../words/dropped-file.ts'
import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'

/** Adds a folder that is dropped on the window, or locates the missing folder with it. */
export function useFolderDrop(): { isOver: Ref<boolean> } {
  const shell = useShell(),
    folders = useFolders(),
    panels = usePanels(),
    toasts = useToasts(),
    drag = useDragged()
  const isOver = ref(false)

  /** The desktop program knows the path, which the page cannot see. */
  const addByShell = async (file: File): Promise<void> => {
    const id = (await window.lumafold?.receiveDropped(file)) ?? ''
    const folder = await folders.addDropped(id)
    toasts.say(t('folders.added', { name: folder.name }), t('folders.addedDetail'))
  }
  const findDropped = async (entry: FileSystemDirectoryEntry): Promise<void> => {
    panels.dropped = await describeDropped(entry)
    if (panels.toLocate?.kind !== 'folder') panels.isAddFolderOpen = true
  }
  const take = (transfer: DataTransfer | null): void => {
    const entry = droppedEntry(transfer)
    const file = transfer?.files[0]
    if (entry === null) toasts.say(t('folders.onlyFolders'), t('folders.dropParent'))
    else if (!shell.info?.hasDialogs) void toasts.attempt(t('folders.notRead'), () => findDropped(entry))
    else if (file) void toasts.attempt(t('folders.notAdded'), () => addByShell(file))
  }

  useEventListener(window, 'dragover', (event: DragEvent) => {
    isOver.value = drag.dragged === null && mayBeFolder(event.dataTransfer)
    if (!isOver.value || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  })
  useEventListener(window, 'dragleave', (event: DragEvent) => {
    // The pointer left the window, not just one element for another.
    if (event.relatedTarget === null) isOver.value = false
  })
  useEventListener(window, 'drop', (event: DragEvent) => {
    isOver.value = false
    // A single file is a picture to find similar photos of.
    if (drag.dragged !== null || !mayBeFolder(event.dataTransfer) || droppedFile(event.dataTransfer)) return
    event.preventDefault()
    take(event.dataTransfer)
  })
  return { isOver }
}

/** Number of files that is enough to identify a folder. */
const MAX_FILES = 12
/** Levels of folders that are searched for files. */
const MAX_LEVELS = 3

/** True while something is dragged that may be a folder, which is only known after the drop. */
function mayBeFolder(transfer: DataTransfer | null): boolean {
  const items = [...(transfer?.items ?? [])]
  return items.length > 0 && items.every(({ kind, type }) => kind === 'file' && type === '')
}

/** The first dropped folder. Call it at once: the data is gone after the event. */
function droppedEntry(transfer: DataTransfer | null): FileSystemDirectoryEntry | null {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  return entries.find((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true) ?? null
}

/** The visible properties of a dropped folder: its name, and some of its files, nearest first. */
async function describeDropped(folder: FileSystemDirectoryEntry): Promise<DroppedFolder> {
  const waiting = [{ entry: folder, names: [] as string[] }]
  const files: DroppedFolder['files'] = []
  for (let next = waiting.shift(); next !== undefined && files.length < MAX_FILES; next = waiting.shift()) {
    for (const child of await readSome(next.entry)) {
      const names = [...next.names, child.name]
      if (child.isDirectory && names.length < MAX_LEVELS)
        waiting.push({ entry: child as FileSystemDirectoryEntry, names })
      if (child.isFile && files.length < MAX_FILES)
        files.push({ names, bytes: await sizeOf(child as FileSystemFileEntry) })
    }
  }
  return { name: folder.name, files }
}

/** The first hundred or so entries, which a browser returns at once. */
const readSome = (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => folder.createReader().readEntries(resolve, reject))

const sizeOf = (file: FileSystemFileEntry): Promise<number> =>
  new Promise((resolve, reject) => file.file(({ size }) => resolve(size), reject))
