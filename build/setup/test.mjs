import { mkdirSync, rmSync } from 'node:fs'
import { checkSources } from './check-sources.mjs'
import { findElectron } from './desktop.mjs'
import { getBrowser } from './find-browser.mjs'
import { requireNode } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { besideProject, inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayNote, sayStep, since } from './say.mjs'
import { checkCompleteness, listFilesThatLookBeside, readReport, sumReports } from './test-reports.mjs'

/**
 * `--both-ways`: after the photos and models beside the project were used, every test that can see whether they are
 * there runs once more as if they were not. All others behave alike both ways, and have run.
 */
const runsBothWays = process.argv.includes('--both-ways')

await runScript(async () => {
  await prepare()
  const browser = await getBrowser()
  const failures = await checkSources()
  const hasShared = Boolean(besideProject('photos') || besideProject('models'))
  const passes = [await runPass({ name: '', browser, env: {} })]
  if (runsBothWays && hasShared)
    passes.push(
      await runPass({
        name: 'bare-',
        browser,
        env: { LUMAFOLD_TEST_SHARED: 'none' },
        related: ['test/fixtures/shared.ts', ...listFilesThatLookBeside()],
      }),
    )
  return conclude({ browser, failures, passes, hasShared })
})

/** Runs every suite once, or what imports the `related` files (and those themselves); returns a report of each. */
async function runPass({ name, browser, env, related }) {
  const command = related ? ['related', ...related, '--run'] : ['run']
  const reports = [await runSuite(`${name}unit`, [...command, '--project', 'node', '--project', 'renderer'], env)]
  if (browser) {
    const ownEnv = { ...env, LUMAFOLD_CHROMIUM: browser }
    reports.push(await runSuite(`${name}e2e`, [...command, '--project', 'e2e'], ownEnv))
  }
  return reports
}

/** Runs some tests and reads what came of each. */
async function runSuite(name, command, env) {
  sayStep(`Running the ${name} tests`)
  const started = Date.now()
  const file = inProject('test-results', `${name}.json`)
  mkdirSync(inProject('test-results'), { recursive: true })
  rmSync(file, { force: true })
  const args = [
    inProject('node_modules/vitest/vitest.mjs'),
    ...command,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const { code } = await runProgram(requireNode(), args, { cwd: projectDir, env })
  sayNote(`${name}: ${since(started)}`)
  return readReport(name, file, code)
}

/** Says what ran and what did not, then the one line that sums it up. */
function conclude({ browser, failures, passes, hasShared }) {
  const [photos, models] = [besideProject('photos'), besideProject('models')]
  sayStep('What these tests covered')
  sayNote(
    `photos beside the project: ${photos ? 'used' : 'not there, so drawn pictures and photos from packages were used'}`,
  )
  sayNote(`models beside the project: ${models ? 'used' : 'not there, so the built-in models alone were tested'}`)
  if (passes.length > 1)
    sayNote(`without them: every test that looks for them ran once more (${countFiles(passes[1])} files)`)
  else if (runsBothWays && !hasShared) sayNote('both ways: there is nothing beside the project, so one run is both')
  sayNote(
    `real browser: ${browser ?? 'none found, so the e2e tests were SKIPPED; install Chromium or set LUMAFOLD_CHROMIUM'}`,
  )
  sayNote(
    `desktop window: ${findElectron() ? "Electron's runtime is here" : "Electron's runtime is not here, so only its wiring was tested"}`,
  )
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
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  const { passed, failed, skipped } = sumReports(passes.flat())
  const allFailed = failed + failures.length
  console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return allFailed === 0 ? 0 : 1
}

const countFiles = (reports) => reports.reduce((sum, report) => sum + report.files.length, 0)
