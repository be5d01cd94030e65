import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { browseFolder } from '../../../src-main/shells/browser/browse-folder.ts'
import { openRoots } from '../../../src-main/shells/browser/roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../fixtures/ordinary-user.ts'

let base: string
let allowed: string
let outside: string

beforeEach(() => {
  base = realpathSync(tempFolder())
  allowed = join(base, 'photos')
  outside = join(base, 'private')
  for (const name of ['day 10', 'day 9', '.cache', '#recycle']) mkdirSync(join(allowed, name), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(allowed, 'one.jpg'), '')
})

const browse = async (path: string, withHidden = false) =>
  browseFolder(await openRoots([allowed]), { path, withHidden })
const namesIn = async (path: string, withHidden = false) =>
  (await browse(path, withHidden)).folders.map(({ name }) => name)

test('lists folders by name and no files, hidden ones on request', async () => {
  expect(await namesIn(allowed)).toEqual(['day 9', 'day 10'])
  const { folders } = await browse(allowed, true)
  expect(folders.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['.cache', true],
    ['#recycle', true],
    ['day 9', false],
    ['day 10', false],
  ])
})

test('names the parent folder, and none above a root', async () => {
  expect(await browse(join(allowed, 'day 9'))).toMatchObject({ path: join(allowed, 'day 9'), parent: allowed })
  expect((await browse(allowed)).parent).toBeNull()
})

test('begins with the roots', async () => {
  const roots = [{ name: allowed, path: allowed, isHidden: false, isReadable: true }]
  expect(await browse('')).toEqual({ path: '', parent: null, folders: roots, isCut: false })
})

test('refuses paths outside, whether they exist or not', async () => {
  for (const path of [outside, base, '/', join(base, 'nothing-here'), `${allowed}/../private`])
    await expect(browse(path)).rejects.toMatchObject({ code: 'outside-roots' })
  await expect(browse(join(allowed, 'nothing-here'))).rejects.toMatchObject({ code: 'not-a-folder' })
  await expect(browse('day 9')).rejects.toMatchObject({ code: 'bad-params' })
})

test('leaves out links that lead outside, in circles or nowhere, and shows those that stay inside', async () => {
  symlinkSync(outside, join(allowed, 'out'), 'junction')
  symlinkSync(join(allowed, 'day 9'), join(allowed, 'shortcut'), 'junction')
  symlinkSync(join(allowed, 'circle'), join(allowed, 'circle'), 'junction')
  symlinkSync(join(allowed, 'gone'), join(allowed, 'nowhere'), 'junction')
  expect(await namesIn(allowed)).toEqual(['day 9', 'day 10', 'shortcut'])
  await expect(browse(join(allowed, 'out'))).rejects.toMatchObject({ code: 'outside-roots' })
})

test('reports if there are more folders than it lists', async () => {
  const many = join(allowed, 'many')
  for (let number = 0; number <= 1000; number += 1) mkdirSync(join(many, `f${number}`), { recursive: true })
  const { folders, isCut } = await browse(many)
  expect([folders.length, folders[0]?.name, folders.at(-1)?.name, isCut]).toEqual([1000, 'f0', 'f999', true])
})

test.runIf(hasPermissions)('marks unreadable folders', async () => {
  const locked = join(allowed, 'locked')
  mkdirSync(locked)
  actAsOrdinaryUser(base)
  chmodSync(locked, 0)
  try {
    expect((await browse(allowed)).folders.find(({ name }) => name === 'locked')?.isReadable).toBe(false)
    await expect(browse(locked)).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringMatching(`^${locked} may not be read \\(EACCES\\)\\. Give this user the permission`),
    })
  } finally {
    chmodSync(locked, 0o700)
  }
})
