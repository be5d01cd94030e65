import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DroppedFolder } from '../../../src-main/contract/shell/browsing.ts'
import { findDropped } from '../../../src-main/shells/browser/find-dropped.ts'
import { openRoots } from '../../../src-main/shells/browser/roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let home: string

beforeEach(() => {
  home = realpathSync(tempFolder())
})

const put = (name: string, bytes: number) => {
  const path = join(home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, Buffer.alloc(bytes))
}
const file = (bytes: number, ...names: string[]) => ({ names, bytes })
const find = async (dropped: DroppedFolder, options?: Parameters<typeof findDropped>[2]) =>
  (await findDropped(await openRoots([home]), dropped, options)).map(({ path }) => path)

test('finds the folder of that name whose files have these names and sizes', async () => {
  put('2024/june/a.jpg', 10)
  put('2025/june/a.jpg', 10)
  put('2025/june/b.jpg', 20)
  put('2025/june/raw/c.cr2', 30)
  put('july/a.jpg', 10)
  expect(await find({ name: 'june', files: [file(10, 'a.jpg'), file(20, 'b.jpg')] })).toEqual([join(home, '2025/june')])
  expect(await find({ name: 'june', files: [file(30, 'raw', 'c.cr2')] })).toEqual([join(home, '2025/june')])
  expect(await find({ name: 'june', files: [file(11, 'a.jpg')] })).toEqual([])
  expect(await find({ name: 'August', files: [] })).toEqual([])
})

test('names all that fit, nearest first, and may be the root itself', async () => {
  const copies = ['a/trip', 'trip', 'a/b/trip']
  for (const copy of copies) put(`${copy}/a.jpg`, 10)
  const dropped = { name: 'trip', files: [file(10, 'a.jpg')] }
  expect(await find(dropped)).toEqual(['trip', 'a/trip', 'a/b/trip'].map((copy) => join(home, copy)))
  expect(await find(dropped, { maxFolders: 3 })).toEqual([join(home, 'trip')])
  const ownName = home.split(/[\\/]/).at(-1)!
  expect(await find({ name: ownName, files: [file(10, 'trip', 'a.jpg')] })).toEqual([home])
})

test('recognises a name in either form of its accents', async () => {
  put('Caf\u00E9/a.jpg', 10)
  expect(await find({ name: 'Cafe\u0301', files: [file(10, 'a.jpg')] })).toEqual([join(home, 'Caf\u00E9')])
})

test('follows no link, reveals nothing outside, and can be stopped', async () => {
  const outside = realpathSync(tempFolder())
  mkdirSync(join(outside, 'trip'))
  writeFileSync(join(outside, 'trip', 'a.jpg'), Buffer.alloc(10))
  mkdirSync(join(home, 'trip'))
  symlinkSync(join(outside, 'trip'), join(home, 'trip', 'raw'), 'junction')
  symlinkSync(outside, join(home, 'link'), 'junction')
  expect(await find({ name: 'trip', files: [file(10, 'a.jpg')] })).toEqual([])
  expect(await find({ name: 'trip', files: [file(10, 'raw', 'a.jpg')] })).toEqual([])
  await expect(find({ name: 'trip', files: [] }, { signal: AbortSignal.abort() })).rejects.toThrow()
})

test('a page cannot name a way out of the folder', () => {
  for (const name of ['..', '.', '', 'a/b', 'a\\b', 'a\0'])
    expect(DroppedFolder.safeParse({ name: 'trip', files: [{ names: [name], bytes: 1 }] }).success).toBe(false)
  expect(DroppedFolder.safeParse({ name: 'trip..', files: [file(1, '..a')] }).success).toBe(true)
})
