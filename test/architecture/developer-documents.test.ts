import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, type Source } from './read-sources.ts'
import { layerFolder, mayImport } from './rules.ts'

const projectDir = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(projectDir, path), 'utf8')

/** The extension of a source or document. Other files may be data of a library or a person. */
const SOURCE = /\.(?:ts|vue|mjs|md|css|sql)$/
/**
 * Paths between backticks: anything with a folder or the extension of a source or document. Addresses, packages and
 * files beside the checkout are not.
 */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:\.\.\/)*[\w<][\w.<>-]*(?:\/[\w.<>-]+)*\/?)`/g)]
    .map((match) => match[1]!)
    .filter((path) => !/^\.\.\/shared\b/.test(path))
    .filter((path) => path.includes('/') || /\.(?:ts|vue|mjs|md|json|css)$/.test(path))

/** For a path with `<what>`, the folder of the new file or folder. */
const existingPart = (path: string) => (path.includes('<') ? dirname(path.slice(0, path.indexOf('<') + 1)) : path)

/** Whether a path exists, relative to the project or to `src-main`. */
const leadsSomewhere = (path: string) =>
  ['', 'src-main'].some((top) => existsSync(join(projectDir, top, existingPart(path))))

const lostPaths = (text: string) => pathsIn(text).filter((path) => !leadsSomewhere(path))

/** Relative links of a document to missing files. */
const lostLinks = (document: string) =>
  [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
    .map((match) => match[1]!)
    .filter((link) => !existsSync(resolve(projectDir, dirname(document), link)))

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'ENGINE.md'])('every path that %s names exists', (document) => {
  expect(pathsIn(read(document)).length).toBeGreaterThan(20)
  expect(lostPaths(read(document))).toEqual([])
})

test('the table of ARCHITECTURE.md names at most three files for a question', () => {
  const rows = sectionOf('Where a question is answered', 'ARCHITECTURE.md').split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => pathsIn(row).length > 3)).toEqual([])
})

/** Every file and folder of the sources. */
const sourcePaths = ['src-main', 'src-renderer', 'build'].flatMap((top) => [
  top,
  ...readdirSync(resolve(projectDir, top), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${top}/${name.replaceAll('\\', '/')}`,
  ),
])
const exists = (folder: string, path: string) => existsSync(join(projectDir, folder, existingPart(path)))
/** A folder and its parents, up to `top`. */
const around = (folder: string, top: string): string[] =>
  folder === top ? [folder] : [folder, ...around(posix.dirname(folder), top)]

/**
 * Missing paths in a README. They are relative to its folder, without its name, or to a parent in the same layer; a
 * folder below may be omitted. Paths that the layer may import can start in `src-main`, all others at the top.
 */
function lostPathsOfReadme(readme: string, text: string): string[] {
  const folder = posix.dirname(readme)
  const here = around(folder, layerFolder(readme) ?? folder)
  const isBelow = (path: string) =>
    sourcePaths.some((each) => each.startsWith(`${folder}/`) && each.endsWith(`/${path.replace(/\/$/, '')}`))
  const repeatsFolder = (path: string) =>
    path.startsWith(`${posix.basename(folder)}/`) && exists(posix.dirname(folder), path)
  const isThere = (path: string) =>
    exists('', path) ||
    here.some((each) => exists(each, path)) ||
    isBelow(path) ||
    (mayImport(readme, `src-main/${path}`) && exists('src-main', path))
  return pathsIn(text)
    .filter((path) => path.includes('/') || SOURCE.test(path))
    .filter((path) => repeatsFolder(path) || !isThere(path))
}

test('every path named in a README of the sources exists', () => {
  const readmes = sourcePaths.filter((path) => /^src-.*\/README\.md$/.test(path))
  expect(readmes.length).toBeGreaterThan(30)
  const lost = readmes.flatMap((readme) => lostPathsOfReadme(readme, read(readme)).map((path) => `${readme}: ${path}`))
  expect(lost).toEqual([])
})

/**
 * Missing paths in a file's comments: those of sources, documents and folders. They are relative to a folder around the
 * file, or to `src-main` or `src-renderer`.
 */
function lostPathsOfComments({ path: file, text }: Source): string[] {
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<!\S)\/\/ .*|<!--[\s\S]*?-->/g)?.join('\n') ?? ''
  const bases = [...around(posix.dirname(file), '.'), 'src-main', 'src-renderer']
  const isFolder = (path: string) => /^[a-z/-]+$/.test(path) && folderNames.has(path.split('/')[0]!)
  return pathsIn(comments)
    .filter((path) => SOURCE.test(path) || (path.includes('/') && isFolder(path)))
    .filter((path) => !bases.some((base) => exists(base, path)))
}
const folderNames = new Set(
  sourcePaths.filter((path) => !/\.\w+$/.test(path) && path.startsWith('src-')).map((path) => posix.basename(path)),
)

test('every path named in a comment of the sources exists', () => {
  const sources = readSources(projectDir, ['src-main', 'src-renderer', 'build'])
  const lost = sources.flatMap((source) => lostPathsOfComments(source).map((path) => `${source.path}: ${path}`))
  expect(lost).toEqual([])
})

test('a missing path is found', () => {
  expect(
    lostPaths('`library/library.ts`, `src-main/library/`, `analysis/<what>/<what>-step.ts`, `/v2/tags`, `x.y`'),
  ).toEqual([])
  expect(lostPaths('`library/gone.ts`, `gone/<what>.ts`, `library.ts`')).toEqual([
    'library/gone.ts',
    'gone/<what>.ts',
    'library.ts',
  ])
  const readme =
    '`models/`, `base/formats`, `src-main/library/models`, `runtime/`, `create-steps.ts`, `library/models/`, `gone/`'
  expect(lostPathsOfReadme('src-main/analysis/README.md', readme)).toEqual(['library/models/', 'gone/'])
  expect(lostPathsOfReadme('src-main/library/export/README.md', '`export/rows`, `rows`')).toEqual(['export/rows'])
  const comments = '/* `filters/tags.ts`, `search/gone.ts`, `a/b` */ // `library/search`, `core/search`, `search/gone`'
  expect(lostPathsOfComments({ path: 'src-main/library/search/rows/x.ts', text: comments })).toEqual([
    'search/gone.ts',
    'search/gone',
  ])
})

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'FOLDERS.md'])('every link of %s leads to a file', (document) => {
  expect(lostLinks(document)).toEqual([])
})

test('every decision has a context, a decision, consequences and a line in the list, or names its successor', () => {
  const list = read('docs/decisions/README.md')
  const records = readdirSync(resolve(projectDir, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(records.length).toBeGreaterThan(70)
  const wrong = records.filter((name) => {
    const text = read(`docs/decisions/${name}`)
    const number = Number(name.slice(0, 4))
    const isWhole = /^# (\d+)\. [^]+\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/.exec(text)
    const listed = list.split(`](${name})`).length - 1
    const isCurrent = /^Accepted \d{4}-\d\d-\d\d$/m.test(text)
    const successors = [...text.matchAll(/^(?:Superseded|Amended) by (\d{4})$/gm)].map((match) => match[1]!)
    const areThere = successors.every((successor) => records.some((record) => record.startsWith(successor)))
    const isPlaced = isCurrent ? listed === 1 : successors.length > 0
    return Number(isWhole?.[1]) !== number || !isPlaced || !areThere
  })
  expect(wrong).toEqual([])
})

/** A section's text without its title. */
const sectionOf = (title: string, document = 'CONTRIBUTING.md') =>
  read(document).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

test.each<[title: string, least: number, document?: string]>([
  ['Add a step', 6],
  ['Add a filter', 6],
  ['Add a sort order', 7],
  ['Add a kind of change', 8],
  ['Add a column', 5],
  ['Add an export option', 8],
  ['Add a model', 4],
  ['Add a shell', 6, 'src-main/shells/README.md'],
  ['Add an endpoint', 7, 'src-main/service/v2/README.md'],
  ['Add a parameter', 5, 'src-main/service/v2/README.md'],
  ['Add an operation', 5, 'src-main/service/v2/README.md'],
])('%s: the recipe names its files', (title, least, document) => {
  expect(pathsIn(sectionOf(title, document)).length).toBeGreaterThanOrEqual(least)
})

test('the parts of types that the text names exist', () => {
  expect(read('src-main/analysis/photo/findings.ts')).toMatch(/export const stepNames[\s\S]*export type Findings/)
  expect(read('src-main/library/queue/rows/findings/finding.ts')).toContain('export type Finding =')
  expect(read('src-main/library/queue/rows/findings/findings.ts')).toContain('export const allFindings = [')
  expect(read('src-main/library/search/filters/filter.ts')).toContain('export type Filter =')
  expect(read('src-main/library/search/filters/filters.ts')).toContain('export const allFilters = [')
  expect(read('src-main/library/search/columns/column.ts')).toMatch(/numberColumn[\s\S]*TextColumn[\s\S]*ListColumn/)
  expect(read('src-main/contract/library/query.ts')).toMatch(/PhotoFilter[\s\S]*PhotoSort[\s\S]*Facets[\s\S]*noFacets/)
  expect(read('src-main/library/search/rows/orders.ts')).toContain('const sortColumns')
  expect(read('src-main/library/search/kept-index/kept-index.ts')).toMatch(
    /const LOGGED[\s\S]*const Meta = [\s\S]*orders:/,
  )
  expect(read('src-main/library/history/kinds/change-kind.ts')).toMatch(
    /noRedo\?[\s\S]*announces\?[\s\S]*risk\?[\s\S]*afterUndo\?/,
  )
  expect(read('src-main/library/history/journal/change-kinds.ts')).toMatch(
    /changeKinds = \[[\s\S]*BatchChange[\s\S]*OperationChange/,
  )
  expect(read('src-main/service/http/route.ts')).toMatch(/export type Route =[\s\S]*isAddition/)
  expect(read('src-main/service/v2/picture-routes.ts')).toContain('export function pictureRoutes(')
  expect(read('src-main/service/v2/routes.ts')).toContain('export const v2Routes')
  expect(read('src-main/service/v1/routes.ts')).toContain('export const v1Routes')
  expect(read('src-main/contract/analysis/operations/values.ts')).toContain('export function count(')
  expect(read('src-main/analysis/operations/operations.ts')).toMatch(/export (?:type|class) Operations\b/)
  expect(read('src-main/analysis/operations/calls.ts')).toMatch(/type CallResults[\s\S]*type OperationCall/)
})
