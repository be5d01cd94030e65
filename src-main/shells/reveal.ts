import { dirname } from 'node:path'
import open from 'open'
import { AppError } from '../contract/errors.ts'
import { say } from '../contract/sentences/say.ts'

/** Whether a file manager or browser can be shown at all. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** Opens the folder of a file in the file manager; throws `not-supported-here` without a display. */
export async function openFolderOf(file: string): Promise<void> {
  if (!hasDisplay()) throw new AppError('not-supported-here', say('programs.noFileManager', { path: file }))
  await open(dirname(file))
}

/** Opens a folder in the file manager; throws `not-supported-here` without a display. */
export async function openFolder(folder: string): Promise<void> {
  if (!hasDisplay()) throw new AppError('not-supported-here', say('programs.noFileManager', { path: folder }))
  await open(folder)
}

/** Opens an address in the default browser if there is a display; returns whether it tried. */
export async function openAddress(address: string): Promise<boolean> {
  if (!hasDisplay()) return false
  await open(address)
  return true
}
