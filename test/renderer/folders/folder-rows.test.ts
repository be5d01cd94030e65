import { expect, test } from 'vitest'
import { folderRows } from '../../../src-renderer/folders/folder-rows.ts'
import { parentPath, trimPath } from '../../../src-renderer/folders/parent-path.ts'

const folder = (id: number, parentId: number | null, name: string) => ({
  id,
  parentId,
  name,
  path: `/${name}`,
  photoCount: 1,
  isAvailable: true,
  problem: null,
  watching: 'auto' as const,
})
const folders = [folder(3, 1, 'Day 10'), folder(2, 1, 'Day 2'), folder(1, null, 'Trip'), folder(4, 2, 'Evening')]

test('closed folders hide their subfolders', () => {
  expect(folderRows(folders, new Set()).map((row) => row.folder.name)).toEqual(['Trip'])
})

test('names with numbers are sorted by number', () => {
  const rows = folderRows(folders, new Set([1, 2]))
  expect(rows.map((row) => [row.folder.name, row.level])).toEqual([
    ['Trip', 1],
    ['Day 2', 2],
    ['Evening', 3],
    ['Day 10', 2],
  ])
})

test('watched folders with equal names show their location', () => {
  const roots = [
    { ...folder(1, null, 'Photos'), path: '/home/ann/Photos' },
    { ...folder(2, null, 'Photos'), path: 'D:\\Backup\\Photos' },
    { ...folder(3, null, 'Trip'), path: '/trip' },
    { ...folder(4, 3, 'Photos'), path: '/trip/Photos' },
  ]
  expect(folderRows(roots, new Set([3])).map((row) => [row.folder.name, row.place])).toEqual([
    ['Photos', 'ann'],
    ['Photos', 'Backup'],
    ['Trip', ''],
    ['Photos', ''],
  ])
})

test('a half-typed path is completed from its last complete folder', () => {
  expect(parentPath('/home/ann/pic', '/')).toBe('/home/ann')
  expect(parentPath('/ho', '/')).toBe('/')
  expect(trimPath(' /home/ann/ ', '/')).toBe('/home/ann')
  expect(trimPath('C:\\Photos\\', '\\')).toBe('C:\\Photos')
})
