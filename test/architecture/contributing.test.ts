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
  ['Add a column', 5],
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
  expect(read('src-main/core/catalog/filters/filters.ts')).toContain('export const createAllFilters =')
  expect(read('src-main/core/catalog/columns/column.ts')).toMatch(/numberColumn[\s\S]*TextColumn[\s\S]*ListColumn/)
  expect(read('src-main/contract/library/query.ts')).toMatch(/PhotoFilter[\s\S]*PhotoSort[\s\S]*Facets[\s\S]*noFacets/)
})
