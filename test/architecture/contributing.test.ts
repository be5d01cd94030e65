import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const projectDir = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(projectDir, 'CONTRIBUTING.md'), 'utf8')

/** A section's text without its title. */
const sectionOf = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

/** Paths between backticks that begin at the top of the project. */
const pathsIn = (section: string) =>
  [...section.matchAll(/`((?:src-main|src-renderer|test|resources|build)\/[^`\s]*)`/g)].map((match) => match[1]!)

/** Of a path with `<what>` the folder that the new file or folder lies in. */
const existingPart = (path: string) => (path.includes('<') ? dirname(path.slice(0, path.indexOf('<') + 1)) : path)

test.each([
  ['Add a step', 6],
  ['Add a filter', 6],
  ['Add a kind of change', 5],
  ['Add a column', 5],
  ['Add an endpoint', 7],
  ['Add a parameter', 5],
  ['Add an operation', 5],
])('%s: every file and folder that the text names is there', (title, least) => {
  const paths = pathsIn(sectionOf(title))
  expect(paths.length).toBeGreaterThanOrEqual(least)
  expect(paths.filter((path) => !existsSync(resolve(projectDir, existingPart(path))))).toEqual([])
})

test('the parts of types that the text names are there', () => {
  const read = (path: string) => readFileSync(resolve(projectDir, path), 'utf8')
  expect(read('src-main/analysis/photo/findings.ts')).toMatch(/export const stepNames[\s\S]*export type Findings/)
  expect(read('src-main/core/catalog/findings/finding.ts')).toContain('export type Finding =')
  expect(read('src-main/core/catalog/findings/findings.ts')).toContain('export const allFindings = [')
  expect(read('src-main/core/catalog/filters/filter.ts')).toContain('export type Filter =')
  expect(read('src-main/core/catalog/filters/filters.ts')).toContain('export const allFilters = [')
  expect(read('src-main/core/catalog/columns/column.ts')).toMatch(/numberColumn[\s\S]*TextColumn[\s\S]*ListColumn/)
  expect(read('src-main/contract/library/query.ts')).toMatch(/PhotoFilter[\s\S]*PhotoSort[\s\S]*Facets[\s\S]*noFacets/)
  expect(read('src-main/service/http/route.ts')).toMatch(/export type Route =[\s\S]*isAddition/)
  expect(read('src-main/service/v2/picture-routes.ts')).toContain('export function pictureRoutes(')
  expect(read('src-main/service/v2/routes.ts')).toContain('export const v2Routes')
  expect(read('src-main/service/v1/routes.ts')).toContain('export const v1Routes')
  expect(read('src-main/contract/analysis/operations/values.ts')).toContain('export function count(')
  expect(read('src-main/analysis/operations/operations.ts')).toMatch(/export (?:type|class) Operations\b/)
  expect(read('src-main/analysis/operations/calls.ts')).toMatch(/type CallResults[\s\S]*type OperationCall/)
})
