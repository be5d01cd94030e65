import type { DroppedFolder } from '../../src-main/contract/shell/browsing.ts'

/** Files that are enough to tell one folder from another. */
const MAX_FILES = 12
/** Levels of folders that are looked through for files. */
const MAX_LEVELS = 3

/** True while something is dragged that may be a folder: what it is can be told only once it is dropped. */
export function mayBeFolder(transfer: DataTransfer | null): boolean {
  const items = [...(transfer?.items ?? [])]
  return items.length > 0 && items.every(({ kind, type }) => kind === 'file' && type === '')
}

/** The first folder that was dropped. To be called at once: what was dropped is gone after the event. */
export function droppedEntry(transfer: DataTransfer | null): FileSystemDirectoryEntry | null {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  return entries.find((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true) ?? null
}

/** What can be seen of a dropped folder: its name, and some of its files, nearest first. */
export async function describeDropped(folder: FileSystemDirectoryEntry): Promise<DroppedFolder> {
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

/** The first hundred entries or so, which a browser gives at once. */
const readSome = (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => folder.createReader().readEntries(resolve, reject))

const sizeOf = (file: FileSystemFileEntry): Promise<number> =>
  new Promise((resolve, reject) => file.file(({ size }) => resolve(size), reject))
