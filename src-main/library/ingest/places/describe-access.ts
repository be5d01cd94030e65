import { say } from '../../../contract/sentences/say.ts'
import { codeOf } from '../../../base/files/file-errors.ts'
/** Whether the system refused access, as it does for want of a permission. */
export function isForbidden(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EACCES' || code === 'EPERM'
}

/** Why a watched folder cannot be looked into, and what to do about it. */
export function describeAccess(folder: string, error: unknown, platform: NodeJS.Platform = process.platform): string {
  const code = codeOf(error) || 'unknown error'
  if (isForbidden(error))
    return join(say('folders.forbidden', { path: folder, code }), permissionRemedy(platform), kept)
  if (code === 'ENOENT') return join(say('folders.absent', { path: folder }), connect, kept)
  if (code === 'ENOTDIR') return join(say('folders.isFile', { path: folder }), kept)
  return join(say('folders.unreadable', { path: folder, code }), kept)
}

const connect = say('folders.connect')

const kept = say('folders.kept')
const join = (...parts: readonly string[]): string => parts.join(' ')

/** How a person lets the program read a folder. */
export function permissionRemedy(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return say('folders.allowMac')
  if (platform === 'win32') return say('folders.allowWindows')
  return say('folders.allow')
}

export function describeOtherVolume(folder: string): string {
  return join(say('folders.otherVolume', { path: folder }), connect, kept)
}

export function describeEmptied(folder: string): string {
  return join(say('folders.emptied', { path: folder }), connect, say('folders.keptUnlessRemoved'))
}

/** Folders and photos below a root that cannot be read; empty where there are none. */
export function describeUnreadable(paths: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const [first] = paths
  if (first === undefined) return ''
  return join(say('folders.placesUnreadable', { count: paths.length, path: first }), permissionRemedy(platform))
}

/** Links below a root, by full paths, that lead where they are not followed; empty where there are none. */
export function describeOutside(links: readonly string[]): string {
  const [first] = links
  if (first === undefined) return ''
  return say('folders.linksOutside', { count: links.length, path: first })
}

/** Names that are not UTF-8 below a root; empty where there are none. */
export function describeUnusable(names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return ''
  return say('folders.namesUnusable', { count: names.length, name: first })
}
