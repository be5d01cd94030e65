import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { openTrash } from '../../../src-main/shells/trash/open-trash.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'

const home = makeTempFolder('trash-home')
vi.stubEnv('XDG_DATA_HOME', home)
afterAll(() => {
  vi.unstubAllEnvs()
  removeFolder(home)
})

const isLinux = process.platform === 'linux'
const trashed = (path: string, content: string) => ({
  path,
  bytes: Buffer.byteLength(content),
  contentHash: createHash('sha256').update(content).digest('hex'),
})

let dir = ''
beforeEach(() => {
  dir = makeTempFolder('trash')
})
afterEach(() => removeFolder(dir))

function write(name: string, content: string): string {
  const path = join(dir, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

test.skipIf(!isLinux)('a file goes to the trash and returns unchanged, whatever its name', async () => {
  const trash = openTrash()
  expect(trash.advice).toBeNull()
  for (const name of ['a.jpg', 'day 1/x [2] (1).jpg', 'Größe 100 % #1?.jpg', '*.jpg']) {
    const path = write(name, name)
    const { ino, mtimeMs } = statSync(path)
    await trash.put(path)
    expect(existsSync(path)).toBe(false)
    expect(await trash.putBack([trashed(path, name)])).toEqual([{ path, outcome: 'back' }])
    expect(readFileSync(path, 'utf8')).toBe(name)
    expect(statSync(path)).toMatchObject({ ino, mtimeMs })
    expect(await trash.putBack([trashed(path, name)])).toMatchObject([{ outcome: 'gone' }])
  }
})

test.skipIf(!isLinux)(
  'if several files of one name are in the trash, the one with the same bytes returns',
  async () => {
    const trash = openTrash()
    const path = write('a.jpg', 'first')
    await trash.put(path)
    write('a.jpg', 'other')
    await trash.put(path)
    expect(await trash.putBack([trashed(path, 'first')])).toMatchObject([{ outcome: 'back' }])
    expect(readFileSync(path, 'utf8')).toBe('first')
  },
)

test.skipIf(!isLinux)('a file now at the place is never replaced, and the folder is created again', async () => {
  const trash = openTrash()
  const [path, below] = [write('a.jpg', 'mine'), write('day/b.jpg', 'below')]
  await trash.put(path)
  await trash.put(below)
  rmSync(join(dir, 'day'), { recursive: true })
  write('a.jpg', 'theirs')
  expect(await trash.putBack([trashed(path, 'mine'), trashed(below, 'below')])).toMatchObject([
    { outcome: 'occupied' },
    { outcome: 'back' },
  ])
  expect(readFileSync(path, 'utf8')).toBe('theirs')
  rmSync(path)
  expect(await trash.putBack([trashed(path, 'mine')])).toMatchObject([{ outcome: 'back' }])
  expect(readFileSync(path, 'utf8')).toBe('mine')
})

test('if the system leaves a file at its place, that is reported', async () => {
  const path = write('a.jpg', 'a')
  const trash = openTrash(() => Promise.resolve(), 'darwin')
  await expect(trash.put(path)).rejects.toThrow('could not be moved to the trash')
  const failing = openTrash(() => Promise.reject(new Error('It is locked.')), 'win32')
  await expect(failing.put(path)).rejects.toThrow('It is locked.')
})

test('a system that does not list its trash gives advice', async () => {
  const moved: string[] = []
  const move = (path: string) => {
    moved.push(path)
    rmSync(path)
    return Promise.resolve()
  }
  const trash = openTrash(move, 'darwin')
  const path = write('a.jpg', 'a')
  await trash.put(path)
  expect(moved).toEqual([path])
  expect(await trash.putBack([trashed(path, 'a')])).toEqual([{ path, outcome: 'by-hand', reason: trash.advice }])
  expect(inEnglish(trash.advice)).toContain('Put Back')
})
