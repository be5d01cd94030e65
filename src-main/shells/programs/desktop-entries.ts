import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A program as a Linux desktop describes it. */
export type DesktopEntry = { id: string; name: string; exec: string }

/** Programs that say they open such files. */
const PHOTO_TYPE = /^image\/(jpeg|tiff|x-|\*)/

/** Folders of desktop entries, by the specification of freedesktop.org; those of the person come first. */
export function entryFolders(home: string, environment: NodeJS.ProcessEnv = process.env): string[] {
  const own = environment['XDG_DATA_HOME'] || path.join(home, '.local', 'share')
  const shared = (environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':')
  return [own, ...shared].map((folder) => path.join(folder, 'applications'))
}

/** Programs for photos that are installed, in order of their names; the first of one id counts. */
export async function findDesktopEntries(folders: readonly string[]): Promise<DesktopEntry[]> {
  const found = new Map<string, DesktopEntry>()
  for (const folder of folders)
    for (const id of (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.desktop'))) {
      if (found.has(id)) continue
      const entry = parseEntry(id, await readFile(path.join(folder, id), 'utf8').catch(() => ''))
      if (entry !== null) found.set(id, entry)
    }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function parseEntry(id: string, text: string): DesktopEntry | null {
  const section = text.split(/^\[/m).find((part) => part.startsWith('Desktop Entry]')) ?? ''
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(section)?.[1]?.trim() ?? ''
  const isShown = valueOf('NoDisplay') !== 'true' && valueOf('Hidden') !== 'true' && valueOf('Terminal') !== 'true'
  const isForPhotos = valueOf('MimeType')
    .split(';')
    .some((type) => PHOTO_TYPE.test(type))
  const [name, exec] = [valueOf('Name'), valueOf('Exec')]
  return isShown && isForPhotos && name !== '' && exec !== '' ? { id, name, exec } : null
}

/** The command of an entry with a file in the place that it says, as words that no shell reads. */
export function commandOf(exec: string, file: string): string[] {
  const words = [...exec.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )
  const filled = words.flatMap((word) => {
    if (/^%[fFuU]$/.test(word)) return [file]
    return /^%[a-zA-Z]$/.test(word) ? [] : [word.replaceAll('%%', '%')]
  })
  return filled.includes(file) ? filled : [...filled, file]
}
