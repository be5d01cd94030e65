import { findElectron } from './desktop.mjs'
import { besideProject } from './project.mjs'
import { sayNote, sayStep } from './say.mjs'
import { checkCompleteness, listFilesThatLookBeside, sumReports } from './test-reports.mjs'

/** Number of files listed with their times after each run. */
const SLOWEST_FILES = 20

/**
 * Prints what ran and what did not, then a summary line; returns the exit code. `passes` holds the reports of each
 * pass, `failures` sentences about failures outside them, `times` the duration of each part and of all, in
 * milliseconds.
 */
export function concludeTests({ browser, failures, passes, times, runsBothWays }) {
  const [photos, models] = [besideProject('photos'), besideProject('models')]
  sayStep('What these tests covered')
  sayNote(
    `photos beside the project: ${photos ? 'used' : 'not there, so drawn pictures and photos from packages were used'}`,
  )
  sayNote(`models beside the project: ${models ? 'used' : 'not there, so the built-in models alone were tested'}`)
  if (passes.length > 1)
    sayNote(`without them: every test that looks for them ran once more (${countFiles(passes[1])} files)`)
  else if (runsBothWays) sayNote('both ways: there is nothing beside the project, so one run is both')
  sayNote(
    `real browser: ${browser ?? 'none found, so the e2e tests were SKIPPED; install Chromium or set LUMAFOLD_CHROMIUM'}`,
  )
  sayNote(
    `desktop window: ${findElectron() ? "Electron's runtime is here" : "Electron's runtime is not here, so only its wiring was tested"}`,
  )
  sayTimes(times, passes.flat())
  const isStrict = process.env.LUMAFOLD_REQUIRE_ALL === '1'
  const expectsElectron = Boolean(findElectron())
  if (isStrict)
    failures.push(...checkCompleteness(passes[0], { expectsPhotos: Boolean(photos && models), expectsElectron }))
  if (isStrict && passes.length > 1)
    failures.push(
      ...checkCompleteness(passes[1], {
        expectsPhotos: false,
        expectsElectron,
        expectedFiles: listFilesThatLookBeside(),
      }),
    )
  if (isStrict && !browser) failures.push('the e2e tests did not run: no browser was found')
  // Repeated at the very end: of a long run often only that is kept.
  for (const failure of [...passes.flat().flatMap(nameFailures), ...failures]) console.log(`FAILED: ${failure}`)
  const { passed, failed, skipped } = sumReports(passes.flat())
  const allFailed = failed + failures.length
  console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return allFailed === 0 ? 0 : 1
}

/** Prints the time of each part and the slowest files, so that whoever makes the suite slower sees it. */
function sayTimes(times, reports) {
  sayStep('How long it took')
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
  for (const { name, ms } of times) sayNote(`${seconds(ms).padStart(9)}  ${name}`)
  const files = reports.flatMap(({ name, files }) => files.map(({ path, ms }) => ({ path: `${path} (${name})`, ms })))
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_FILES)
  sayStep(`The ${slowest.length} slowest of ${files.length} files`)
  for (const { path, ms } of slowest) sayNote(`${seconds(ms).padStart(9)}  ${path}`)
}

const nameFailures = ({ name, failedTests }) => failedTests.map((test) => `${name}: ${test}`)

const countFiles = (reports) => reports.reduce((sum, report) => sum + report.files.length, 0)
