import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { inProject, projectDir } from './project.mjs'
import { listNeeds } from './test-needs.mjs'

/**
 * Reads vitest's JSON report. A file that could not be loaded counts as one failed test. So does a run that ended badly
 * without a failed test (an error outside tests, a crash).
 */
export function readReport(name, file, exitCode) {
  if (!existsSync(file))
    return {
      name,
      passed: 0,
      failed: 1,
      skipped: 0,
      files: [],
      skippedTests: [],
      failedTests: ['nothing was reported'],
    }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const files = report.testResults.map(readFile)
  const sum = (key) => files.reduce((total, one) => total + one[key], 0)
  const failed = sum('failed')
  const failedOutside = failed === 0 && exitCode !== 0 ? [`an error outside the tests (exit code ${exitCode})`] : []
  return {
    name,
    passed: sum('passed'),
    failed: failed + failedOutside.length,
    skipped: sum('skipped'),
    files,
    skippedTests: files.flatMap((one) => one.skippedTests),
    failedTests: [...files.flatMap((one) => one.failedTests), ...failedOutside],
  }
}

function readFile(result) {
  const count = (states) => result.assertionResults.filter((test) => states.includes(test.status)).length
  const path = relative(projectDir, result.name).split(sep).join('/')
  const failedTests = result.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${path}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  if (failedTests.length === 0 && result.status === 'failed')
    failedTests.push(`${path}: ${firstLine(result.message) || 'it could not be loaded'}`)
  return {
    path,
    ms: (result.endTime ?? 0) - (result.startTime ?? 0),
    passed: count(['passed']),
    failed: failedTests.length,
    failedTests,
    skipped: count(['pending', 'skipped', 'todo', 'disabled']),
    skippedTests: result.assertionResults
      .filter((test) => test.status !== 'passed' && test.status !== 'failed' && !waitsForNight(test))
      .map((test) => `${path}: ${test.fullName}`),
  }
}

/** Whether a test runs only at night: its tag says so. */
const waitsForNight = ({ tags = [] }) => tags.includes('night')

const firstLine = (message = '') => message.split('\n', 1)[0].slice(0, 300)

/** Sums reports. */
export function sumReports(reports) {
  const sum = (key) => reports.reduce((total, report) => total + report[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/**
 * Sentences for test files that did not run, and for tests that were skipped although their requirements are met.
 * `expectedFiles`: paths of the test files that should have run.
 */
export function checkCompleteness(reports, { expectsPhotos, expectsElectron, expectedFiles = listTestFiles() }) {
  const ran = new Set(reports.flatMap((report) => report.files.map((file) => file.path)))
  const absent = expectedFiles.filter((path) => !ran.has(path)).map((path) => `${path} did not run`)
  const skipped = reports.flatMap((report) => report.skippedTests)
  const known = listNeeds({ expectsElectron })
  const wrong = skipped.filter((test) => known.find((need) => need.tests.test(test))?.isHere ?? expectsPhotos)
  return [...absent, ...wrong.map((test) => `skipped, though what it needs is here: ${test}`)]
}

/**
 * Test files that depend on whether there is something beside the project: those that import the code that looks there,
 * and those of the set-up, which start programs that look there themselves. Vitest finds further ones that reach it
 * through other files; the app itself never looks there. By day without those in a browser, which go the same ways on
 * other photos.
 */
export function listFilesThatLookBeside() {
  const isNight = process.env.LUMAFOLD_TEST_NIGHT === '1'
  const looks = (path) => readFileSync(inProject(path), 'utf8').includes("fixtures/shared.ts'")
  return listTestFiles().filter(
    (path) => path.startsWith('test/build/setup/') || (looks(path) && (isNight || !path.startsWith('test/e2e/'))),
  )
}

function listTestFiles(folder = 'test') {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listTestFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}
