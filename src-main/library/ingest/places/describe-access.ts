import type { Text } from '../../../contract/sentences/text.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { codeOf } from '../../../base/files/file-errors.ts'
/** Whether the system refused access for lack of a permission. */
export function isForbidden(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EACCES' || code === 'EPERM'
}

/** Why a watched folder cannot be read, and what to do about it. */
export function describeAccess(folder: string, error: unknown, platform: NodeJS.Platform = process.platform): Text {
  const code = codeOf(error) || 'unknown error'
  if (isForbidden(error))
    return join(say('folders.forbidden', { path: folder, code }), permissionRemedy(platform), kept)
  if (code === 'ENOENT') return join(say('folders.absent', { path: folder }), connect, kept)
  if (code === 'ENOTDIR') return join(say('folders.isFile', { path: folder }), kept)
  return join(say('folders.unreadable', { path: folder, code }), kept)
}

const connect = say('folders.connect')

const kept = say('folders.kept')
const join = (...parts: readonly Text[]): Text => several(parts)

/** How a person lets the program read a folder. */
export function permissionRemedy(platform: NodeJS.Platform): Text {
  if (platform === 'darwin') return say('folders.allowMac')
  if (platform === 'win32') return say('folders.allowWindows')
  return say('folders.allow')
}

export function describeOtherVolume(folder: string): Text {
  return join(say('folders.otherVolume', { path: folder }), connect, kept)
}

export function describeEmptied(folder: string): Text {
  return join(say('folders.emptied', { path: folder }), connect, say('folders.keptUnlessRemoved'))
}

/** Folders and photos below a root that cannot be read; null if there are none. */
export function describeUnreadable(
  paths: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Text | null {
  const [first] = paths
  if (first === undefined) return null
  return join(say('folders.placesUnreadable', { count: paths.length, path: first }), permissionRemedy(platform))
}

/** Links below a root that are not followed, by full paths; null if there are none. */
export function describeOutside(links: readonly string[]): Text | null {
  const [first] = links
  if (first === undefined) return null
  return say('folders.linksOutside', { count: links.length, path: first })
}

/** Names below a root that are not UTF-8; null if there are none. */
export function describeUnusable(names: readonly string[]): Text | null {
  const [first] = names
  if (first === undefined) return null
  return say('folders.namesUnusable', { count: names.length, name: first })
}
