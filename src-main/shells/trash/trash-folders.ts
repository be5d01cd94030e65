import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

/** A file in a trash, by the specification of freedesktop.org: what it is, where it was, and what says so. */
export type TrashEntry = { file: string; info: string; original: string; deletedAt: string }

/** A folder of trashed files; paths in it are relative to `top`. */
type TrashFolder = { folder: string; top: string }

/**
 * Folders in which a file from this place may be: the person's own, and one at the top of its volume, which is one of
 * the folders above it.
 */
export function trashFoldersOf(file: string, environment: NodeJS.ProcessEnv = process.env): TrashFolder[] {
  const dataHome = environment['XDG_DATA_HOME'] || path.join(homedir(), '.local', 'share')
  const uid = process.getuid?.() ?? 0
  const onVolumes = foldersAbove(file).flatMap((top) => [
    { folder: path.join(top, '.Trash', String(uid)), top },
    { folder: path.join(top, `.Trash-${uid}`), top },
  ])
  return [{ folder: path.join(dataHome, 'Trash'), top: '/' }, ...onVolumes]
}

function foldersAbove(file: string): string[] {
  const above = path.dirname(file)
  return above === file ? [] : [above, ...foldersAbove(above)]
}

/** What is in a trash folder; nothing where there is none, or it may not be read. */
export async function listTrash({ folder, top }: TrashFolder): Promise<TrashEntry[]> {
  const infos = await readdir(path.join(folder, 'info')).catch(() => [])
  const entries: TrashEntry[] = []
  for (const name of infos.filter((each) => each.endsWith('.trashinfo'))) {
    const info = path.join(folder, 'info', name)
    const entry = readInfo(await readFile(info, 'utf8').catch(() => ''), top)
    if (entry !== null)
      entries.push({ ...entry, info, file: path.join(folder, 'files', name.slice(0, -'.trashinfo'.length)) })
  }
  return entries
}

function readInfo(text: string, top: string): Pick<TrashEntry, 'original' | 'deletedAt'> | null {
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  try {
    const original = decodeURIComponent(valueOf('Path'))
    return original === '' ? null : { original: path.resolve(top, original), deletedAt: valueOf('DeletionDate') }
  } catch {
    return null // a name that is no UTF-8: it is none of ours
  }
}
