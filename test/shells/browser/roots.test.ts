import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openRoots } from '../../../src-main/shells/browser/roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let base: string
let allowed: string
let outside: string

beforeEach(() => {
  base = realpathSync(tempFolder())
  allowed = join(base, 'photos')
  outside = join(base, 'photos-private')
  for (const folder of [join(allowed, 'holiday', 'beach'), join(allowed, '.hidden'), outside])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(allowed, 'one.jpg'), '')
})

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'no error'
}

const messageOf = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

describe('messages of a refusal', () => {
  test('a file in place of a folder is called one', async () => {
    const file = join(allowed, 'one.jpg')
    const roots = await openRoots([allowed])
    expect(await messageOf(() => roots.resolveFolder(file))).toBe(`${file} is a file, and no folder.`)
    expect(await messageOf(() => roots.resolveFile(allowed))).toContain('is no file')
    expect(await roots.resolveFile(file)).toBe(file)
    expect(await codeOf(() => roots.resolveFile(join(outside, 'two.jpg')))).toBe('outside-roots')
    expect([await roots.resolveEntry(file), await roots.resolveEntry(allowed)]).toEqual([file, allowed])
    expect(await codeOf(() => roots.resolveEntry(outside))).toBe('outside-roots')
    expect(await messageOf(() => roots.resolveEntry(`${file}x`))).toBe(`There is no file or folder at ${file}x.`)
    expect(await messageOf(() => roots.makeFolder(file))).toBe(`${file} is a file, and a folder is needed.`)
    expect(await messageOf(() => roots.makeFolder(join(file, 'below')))).toBe(
      `${join(file, 'below')} lies below a file, not in a folder.`,
    )
  })
})

describe('resolving a folder', () => {
  test('gives the real path of a folder below a root, and of the root itself', async () => {
    const roots = await openRoots([allowed])
    expect(await roots.resolveFolder(join(allowed, 'holiday'))).toBe(join(allowed, 'holiday'))
    expect(await roots.resolveFolder(`${allowed}/`)).toBe(allowed)
  })

  test('refuses paths outside, including a sibling with a similar name', async () => {
    const roots = await openRoots([allowed])
    expect(await codeOf(() => roots.resolveFolder(outside))).toBe('outside-roots')
    expect(await codeOf(() => roots.resolveFolder(join(allowed, '..')))).toBe('outside-roots')
    expect(await codeOf(() => roots.resolveFolder(`${allowed}/holiday/../../photos-private`))).toBe('outside-roots')
  })

  test('follows links before it decides', async () => {
    symlinkSync(outside, join(allowed, 'link'), 'junction')
    const roots = await openRoots([allowed])
    expect(await codeOf(() => roots.resolveFolder(join(allowed, 'link')))).toBe('outside-roots')
    expect((await roots.listEntries(allowed, { withFiles: false })).map(({ name }) => name)).toEqual(['holiday'])
    for (const path of [outside, join(allowed, 'link'), join(base, 'nothing-here')])
      await expect(roots.listEntries(path, { withFiles: false })).rejects.toMatchObject({ code: 'outside-roots' })
    for (const path of [join(allowed, 'nothing-here'), join(allowed, 'one.jpg')])
      await expect(roots.listEntries(path, { withFiles: true })).rejects.toMatchObject({ code: 'not-a-folder' })
  })

  test('answers the same whether a path outside exists or not', async () => {
    const roots = await openRoots([allowed])
    expect(await codeOf(() => roots.resolveFolder(join(base, 'nothing-here')))).toBe('outside-roots')
    expect(await codeOf(() => roots.resolveFolder(join(allowed, 'nothing-here')))).toBe('not-a-folder')
    expect(await codeOf(() => roots.resolveFolder(join(allowed, 'one.jpg')))).toBe('not-a-folder')
  })

  test('requires full paths', async () => {
    const roots = await openRoots([allowed])
    expect(await codeOf(() => roots.resolveFolder('holiday'))).toBe('bad-params')
    expect(await codeOf(() => roots.resolveFolder(''))).toBe('bad-params')
  })

  test('reads ~ as the home folder', async () => {
    expect((await openRoots(['~'])).paths).toEqual([realpathSync(homedir())])
  })
})

describe('making a folder', () => {
  test('creates it below a root', async () => {
    const made = await (await openRoots([allowed])).makeFolder(join(allowed, 'export', '2026'))
    expect(made).toBe(join(allowed, 'export', '2026'))
    expect(existsSync(made)).toBe(true)
  })

  test('creates nothing outside, not even through a link', async () => {
    symlinkSync(outside, join(allowed, 'link'), 'junction')
    const roots = await openRoots([allowed])
    expect(await codeOf(() => roots.makeFolder(join(outside, 'new')))).toBe('outside-roots')
    expect(await codeOf(() => roots.makeFolder(join(allowed, 'link', 'new')))).toBe('outside-roots')
    expect(existsSync(join(outside, 'new'))).toBe(false)
  })
})

test('lists visible folders, and the roots for an empty path', async () => {
  const roots = await openRoots([allowed])
  const holiday = { name: 'holiday', path: join(allowed, 'holiday'), isFolder: true }
  expect(await roots.listEntries('', { withFiles: false })).toEqual([{ name: allowed, path: allowed, isFolder: true }])
  expect(await roots.listEntries(allowed, { withFiles: false })).toEqual([holiday])
  expect(await roots.listEntries(allowed, { withFiles: true })).toEqual([
    holiday,
    { name: 'one.jpg', path: join(allowed, 'one.jpg'), isFolder: false },
  ])
})

test('a missing root is refused at once', async () => {
  expect(await codeOf(() => openRoots([join(base, 'nothing-here')]))).toBe('not-a-folder')
})
