import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/**
 * The program `ffmpeg`: by name if PATH has it, otherwise where its installers put it. A program that is opened from
 * the dock or the start menu does not get the PATH of a terminal. `isThere` is for tests.
 */
export function findFfmpeg(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  isThere: (path: string) => boolean = existsSync,
): string {
  const { join, delimiter } = platform === 'win32' ? win32 : posix
  const name = platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  const onPath = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean)
  if (onPath.some((folder) => isThere(join(folder, name)))) return 'ffmpeg'
  return (
    usualFolders(env, platform)
      .map((folder) => join(folder, name))
      .find(isThere) ?? 'ffmpeg'
  )
}

function usualFolders(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  // Homebrew on Apple's processors, Homebrew elsewhere, MacPorts.
  if (platform === 'darwin') return ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin']
  if (platform !== 'win32') return []
  const below = (name: string, ...path: string[]) => (env[name] ? [win32.join(env[name], ...path)] : [])
  return [
    ...below('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
    ...below('USERPROFILE', 'scoop', 'shims'),
    ...below('ProgramData', 'chocolatey', 'bin'),
    ...below('ProgramFiles', 'ffmpeg', 'bin'),
    'C:\\ffmpeg\\bin',
  ]
}
