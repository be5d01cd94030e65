import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'

type Report = {
  name: string
  passed: number
  failed: number
  skipped: number
  files: { path: string }[]
  skippedTests: string[]
  failedTests: string[]
}
type Needs = { expectsPhotos: boolean; expectsElectron: boolean }
const { checkCompleteness, readReport, sumReports } = (await import(
  pathToFileURL(join(repositoryDir, 'build/setup/test-reports.mjs')).href
)) as {
  checkCompleteness(reports: Report[], needs: Needs): string[]
  readReport(name: string, file: string, exitCode: number): Report
  sumReports(reports: Report[]): { passed: number; failed: number; skipped: number }
}

const inProject = (path: string) => join(repositoryDir, path)
const write = (files: { path: string; status?: string; tests: [name: string, status: string][] }[]): string => {
  const file = join(tempFolder(), 'report.json')
  const testResults = files.map(({ path, status = 'passed', tests }) => ({
    name: inProject(path),
    status,
    assertionResults: tests.map(([fullName, state]) => ({
      fullName,
      status: state,
      failureMessages: state === 'failed' ? ['Error: not equal\n    at a line'] : [],
    })),
  }))
  writeFileSync(file, JSON.stringify({ testResults }))
  return file
}

describe('reading a report', () => {
  test('counts passed, failed and skipped tests', () => {
    const file = write([
      {
        path: 'test/a.test.ts',
        tests: [
          ['one', 'passed'],
          ['two', 'failed'],
        ],
        status: 'failed',
      },
      {
        path: 'test/b.test.ts',
        tests: [
          ['three', 'skipped'],
          ['four', 'passed'],
        ],
      },
    ])
    expect(readReport('unit', file, 1)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 1,
      skippedTests: ['test/b.test.ts: three'],
      failedTests: ['test/a.test.ts: two: Error: not equal'],
    })
  })

  test('counts a file that could not be loaded as a failure', () => {
    const file = write([{ path: 'test/a.test.ts', status: 'failed', tests: [] }])
    const failedTests = ['test/a.test.ts: it could not be loaded']
    expect(readReport('unit', file, 1)).toMatchObject({ passed: 0, failed: 1, failedTests })
  })

  test('counts a run that crashed, or left no report, as a failure', () => {
    expect(readReport('unit', write([{ path: 'test/a.test.ts', tests: [['one', 'passed']] }]), 1)).toMatchObject({
      passed: 1,
      failed: 1,
      failedTests: ['an error outside the tests (exit code 1)'],
    })
    expect(readReport('unit', join(tempFolder(), 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('reports add up', () => {
  const one = readReport(
    'unit',
    write([
      {
        path: 'test/a.test.ts',
        tests: [
          ['one', 'passed'],
          ['two', 'skipped'],
        ],
      },
    ]),
    0,
  )
  expect(sumReports([one, one])).toEqual({ passed: 2, failed: 0, skipped: 2 })
})

describe('if everything is available', () => {
  const report = (skippedTests: string[]): Report => ({
    name: 'unit',
    passed: 1,
    failed: 0,
    skipped: skippedTests.length,
    skippedTests,
    failedTests: [],
    files: [],
  })
  const skippedOnly = (sentences: string[]) => sentences.filter((sentence) => sentence.startsWith('skipped'))

  test('a skipped test is named, except those that need Electron if it is missing', { tags: 'night' }, () => {
    const reports = [report(['test/analysis/tags.test.ts: dogs', 'test/e2e/electron.test.ts: opens'])]
    expect(skippedOnly(checkCompleteness(reports, { expectsPhotos: true, expectsElectron: false }))).toEqual([
      expect.stringContaining('test/analysis/tags.test.ts: dogs'),
    ])
    expect(skippedOnly(checkCompleteness(reports, { expectsPhotos: true, expectsElectron: true }))).toHaveLength(2)
    expect(skippedOnly(checkCompleteness(reports, { expectsPhotos: false, expectsElectron: false }))).toEqual([])
  })

  test('a test file in no report is named', () => {
    expect(checkCompleteness([report([])], { expectsPhotos: true, expectsElectron: false })).toContain(
      'test/build/setup/test-reports.test.ts did not run',
    )
  })
})
