import { expect, test } from 'vitest'
import { findFfmpeg } from '../../../src-main/analysis/decode/find-ffmpeg.ts'

/** The program that is found if these files exist. */
const find = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...files: string[]) =>
  findFfmpeg(env, platform, (path) => files.includes(path))

test('a program opened from the dock finds what Homebrew or MacPorts installed', () => {
  const ofDock = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  expect(find('darwin', ofDock, '/opt/homebrew/bin/ffmpeg', '/usr/local/bin/ffmpeg')).toBe('/opt/homebrew/bin/ffmpeg')
  expect(find('darwin', ofDock, '/opt/local/bin/ffmpeg')).toBe('/opt/local/bin/ffmpeg')
})

test('one from the start menu finds what WinGet, Scoop or Chocolatey installed', () => {
  const env = { Path: 'C:\\Windows', LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local', ProgramData: 'C:\\ProgramData' }
  const ofWinget = 'C:\\Users\\a\\AppData\\Local\\Microsoft\\WinGet\\Links\\ffmpeg.exe'
  expect(find('win32', env, ofWinget)).toBe(ofWinget)
  expect(find('win32', env, 'C:\\ProgramData\\chocolatey\\bin\\ffmpeg.exe')).toBe(
    'C:\\ProgramData\\chocolatey\\bin\\ffmpeg.exe',
  )
})

test('PATH comes first, and without any the plain name says what is missing', () => {
  expect(find('darwin', { PATH: '/own' }, '/own/ffmpeg', '/opt/homebrew/bin/ffmpeg')).toBe('ffmpeg')
  expect(find('win32', { Path: 'D:\\own' }, 'D:\\own\\ffmpeg.exe', 'C:\\ffmpeg\\bin\\ffmpeg.exe')).toBe('ffmpeg')
  expect(find('linux', { PATH: '/usr/bin' }, '/opt/homebrew/bin/ffmpeg')).toBe('ffmpeg')
  expect(find('darwin', {})).toBe('ffmpeg')
})
