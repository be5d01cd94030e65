import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'

type Report = {
  name: string
  passed: number
  failed: number
  skipped: number
  files: { path: string; ms: number }[]
  skippedTests: string[]
  failedTests: string[]
}
type Conclude = (run: {
  browser: string | null
  failures: string[]
  passes: Report[][]
  times: { name: string; ms: number }[]
  runsBothWays: boolean
}) => number

const { concludeTests } = (await import(pathToFileURL(join(repositoryDir, 'build/setup/conclude-tests.mjs')).href)) as {
  concludeTests: Conclude
}

const report = (more: Partial<Report> = {}): Report => ({
  name: 'unit',
  passed: 3,
  failed: 0,
  skipped: 0,
  files: [{ path: 'test/a.test.ts', ms: 1500 }],
  skippedTests: [],
  failedTests: [],
  ...more,
})

/** The printed text, and the exit code. */
function concludeWith(passes: Report[][], failures: string[] = []) {
  vi.stubEnv('LUMAFOLD_REQUIRE_ALL', '')
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => [log, error].forEach((spy) => spy.mockRestore()))
  onTestFinished(() => void vi.unstubAllEnvs())
  const code = concludeTests({
    browser: 'chromium',
    failures,
    passes,
    times: [
      { name: 'unit', ms: 61_234 },
      { name: 'in all', ms: 61_234 },
    ],
    runsBothWays: true,
  })
  return { code, lines }
}

test('two runs are added up in the last line, and the second one is named', () => {
  const { code, lines } = concludeWith([[report(), report()], [report({ skipped: 2 })]])
  expect(code).toBe(0)
  expect(lines.at(-1)).toBe('9 passed, 0 failed, 2 skipped')
  expect(lines.join('\n')).toContain('ran once more (1 files)')
  expect(lines.join('\n')).toMatch(
    /61\.2 s {2}unit\n.*61\.2 s {2}in all\n.*The 3 slowest of 3 files\n.*1\.5 s {2}test\/a\.test\.ts \(unit\)/,
  )
})

test('a failed test, and a failure before the tests, are failures', () => {
  const failed = report({ failed: 1, failedTests: ['test/a.test.ts: counts: expected 1 to be 2'] })
  const { code, lines } = concludeWith([[failed]], ['the format'])
  expect(code).toBe(1)
  expect(lines.slice(-3)).toEqual([
    'FAILED: unit: test/a.test.ts: counts: expected 1 to be 2',
    'FAILED: the format',
    '3 passed, 2 failed',
  ])
})
