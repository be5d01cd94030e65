import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type AllowedFolders, openAllowedFolders } from '../../../src-main/shells/browser/allowed-folders.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let base: string
let home: string
let drive: string
let file: string

beforeEach(() => {
  base = realpathSync(tempFolder())
  home = join(base, 'home')
  drive = join(base, 'drive')
  file = join(base, 'config', 'allowed-folders.json')
  mkdirSync(home)
  mkdirSync(join(drive, 'trips'), { recursive: true })
})

const open = () => openAllowedFolders([home], file)
const pathsOf = async (allowed?: AllowedFolders) => (await (allowed ?? (await open())).roots()).paths

test('an allowed folder is kept for later starts, in a file for this person alone', async () => {
  const running = await open()
  expect(await pathsOf(running)).toEqual([home])
  expect(await (await openAllowedFolders([], file)).allow(`${drive}/`)).toBe(drive)
  expect(await pathsOf(running)).toEqual([home, drive])
  expect(await pathsOf()).toEqual([home, drive])
  expect(await (await running.roots()).resolveFolder(join(drive, 'trips'))).toBe(join(drive, 'trips'))
  expect(await running.list()).toEqual([
    { path: home, isKept: false, isThere: true },
    { path: drive, isKept: true, isThere: true },
  ])
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('allowing twice keeps it once, and it can be revoked', async () => {
  const allowed = await open()
  await allowed.allow(drive)
  await allowed.allow(drive)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ folders: [drive] })
  expect(await allowed.remove(drive)).toBe(true)
  expect(await allowed.remove(drive)).toBe(false)
  expect(await allowed.remove(home)).toBe(false)
  expect(await pathsOf(allowed)).toEqual([home])
})

test('only a folder can be allowed', async () => {
  writeFileSync(join(base, 'one.jpg'), '')
  const allowed = await open()
  await expect(allowed.allow(join(base, 'nothing'))).rejects.toMatchObject({ code: 'not-a-folder' })
  await expect(allowed.allow(join(base, 'one.jpg'))).rejects.toMatchObject({ code: 'not-a-folder' })
  await expect(allowed.allow('drive')).rejects.toMatchObject({ code: 'bad-params' })
  expect(await pathsOf(allowed)).toEqual([home])
})

test('an unplugged drive is listed and kept, and not used', async () => {
  const allowed = await open()
  await allowed.allow(drive)
  renameSync(drive, join(base, 'unplugged'))
  expect(await pathsOf(allowed)).toEqual([home])
  expect(await allowed.list()).toContainEqual({ path: drive, isKept: true, isThere: false })
  renameSync(join(base, 'unplugged'), drive)
  expect(await pathsOf(allowed)).toEqual([home, drive])
})

test('a link is allowed as its target, and a folder that became a link is not', async () => {
  const allowed = await open()
  symlinkSync(drive, join(base, 'link'), 'junction')
  expect(await allowed.allow(join(base, 'link'))).toBe(drive)
  renameSync(drive, join(base, 'former'))
  const secret = join(base, 'secret')
  mkdirSync(secret)
  symlinkSync(secret, drive, 'junction')
  expect(await pathsOf(allowed)).toEqual([home])
})

test('an altered file, or one that others can write, is not trusted', async () => {
  await (await open()).allow(drive)
  writeFileSync(file, '{"folders":"/"}')
  await expect(pathsOf()).rejects.toMatchObject({ code: 'file-unreadable' })
  if (process.platform === 'win32') return
  writeFileSync(file, '{"folders":["/"]}')
  chmodSync(file, 0o666)
  await expect(pathsOf()).rejects.toMatchObject({ code: 'file-unreadable' })
})
