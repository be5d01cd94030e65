import { readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { foldersOfMap, longLines, mirrorsSource, namesOf } from './layout.ts'
import { readSources } from './read-sources.ts'

const projectDir = resolve(import.meta.dirname, '../..')
const sources = readSources(projectDir, ['src-main', 'src-renderer', 'build'])
const tests = readSources(projectDir, ['test'])

test('a test is where its source leads', () => {
  const names = namesOf(sources.map(({ path }) => path))
  const lost = tests.map(({ path }) => path).filter((path) => path.endsWith('.test.ts') && !mirrorsSource(path, names))
  expect(lost).toEqual([])
})

test('lines have at most 120 columns', () => {
  expect([...sources, ...tests].flatMap(({ path, text }) => longLines(path, text, 120))).toEqual([])
})

/** Every folder that holds a source, and their parents. */
const folders = new Set(
  sources
    .map(({ path }) => posix.dirname(path))
    .filter((folder) => folder.startsWith('src-'))
    .flatMap((folder) => [folder, posix.dirname(folder)])
    .filter((folder) => folder !== '.'),
)
const mapOf = (document: string) =>
  foldersOfMap(readFileSync(resolve(projectDir, document), 'utf8')).filter((folder) => folder.startsWith('src-'))

test('FOLDERS.md names every folder, and only existing ones', () => {
  expect(mapOf('FOLDERS.md').toSorted()).toEqual([...folders].toSorted())
})

test('the map in ARCHITECTURE.md names every layer, and only existing folders', () => {
  const map = mapOf('ARCHITECTURE.md')
  const layers = [...folders].filter((folder) => posix.dirname(folder) === 'src-main')
  expect(map).toEqual(expect.arrayContaining(['src-main', ...layers, 'src-renderer']))
  expect(map.filter((folder) => !folders.has(folder))).toEqual([])
})

test('a misplaced test is found', () => {
  const names = namesOf(['src-main/library/queue/batch.ts', 'src-renderer/grid/PhotoGrid.vue'])
  expect(mirrorsSource('test/library/queue/batch.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/library/queue/batch.crash.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/library/queue/batch/crash.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/renderer/grid/PhotoGrid.test.ts', names)).toBe(true)
  expect(mirrorsSource('test/library/batches/batch.test.ts', names)).toBe(false)
  expect(longLines('a.ts', `const a = ${'1 + '.repeat(40)}1`, 120)).toEqual(['a.ts:1 has 171 columns'])
  expect(longLines('a.ts', `const a = '${'long '.repeat(40)}'`, 120)).toEqual([])
  expect(foldersOfMap('# Folders\n\n```\nsrc-main/   Node\n  library/   it\n    api/   calls\n```')).toEqual([
    'src-main',
    'src-main/library',
    'src-main/library/api',
  ])
})
