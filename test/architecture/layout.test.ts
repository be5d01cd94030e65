import { readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { foldersOfMap, longLines, mirrorsSource, namesOf } from './layout.ts'
import { readSources } from './read-sources.ts'

const projectDir = resolve(import.meta.dirname, '../..')
const sources = readSources(projectDir, ['src-main', 'src-renderer', 'build'])
const tests = readSources(projectDir, ['test'])

test('a test stands where its source is looked for', () => {
  const names = namesOf(sources.map(({ path }) => path))
  const lost = tests.map(({ path }) => path).filter((path) => path.endsWith('.test.ts') && !mirrorsSource(path, names))
  expect(lost).toEqual([])
})

test('lines have at most 120 columns', () => {
  expect([...sources, ...tests].flatMap(({ path, text }) => longLines(path, text, 120))).toEqual([])
})

test('the map in ARCHITECTURE.md names every folder, and none that is not there', () => {
  const map = foldersOfMap(readFileSync(resolve(projectDir, 'ARCHITECTURE.md'), 'utf8'))
  const folders = new Set(
    sources.map(({ path }) => posix.dirname(path)).filter((folder) => !folder.startsWith('build')),
  )
  const parents = [...folders].flatMap((folder) => [folder, posix.dirname(folder)])
  // The window's filters, one folder each, are one line of the map.
  const present = new Set(parents.filter((folder) => folder !== '.' && !folder.includes('/search/filters/')))
  expect(map.filter((folder) => folder.startsWith('src-')).toSorted()).toEqual([...present].toSorted())
})

test('what stands elsewhere is found', () => {
  const names = namesOf(['src-main/core/queue/batch.ts', 'src-renderer/grid/PhotoGrid.vue'])
  expect(mirrorsSource('test/core/queue/batch.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/core/queue/batch.crash.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/core/queue/batch/crash.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/renderer/grid/PhotoGrid.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/core/batches/batch.test.ts', names)).toBe(false)
  expect(longLines('a.ts', `const a = ${'1 + '.repeat(40)}1`, 120)).toEqual(['a.ts:1 has 171 columns'])
  expect(longLines('a.ts', `const a = '${'long '.repeat(40)}'`, 120)).toEqual([])
  expect(foldersOfMap('## The map\n\n```\nsrc-main/   Node\n  core/   library\n    api/   calls\n```')).toEqual([
    'src-main',
    'src-main/core',
    'src-main/core/api',
  ])
})
