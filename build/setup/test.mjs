import { mkdirSync, rmSync } from 'node:fs'
import { checkSources } from './check-sources.mjs'
import { findElectron } from './desktop.mjs'
import { getBrowser } from './find-browser.mjs'
import { requireNode } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { besideProject, inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayNote, sayStep, since } from './say.mjs'
import { checkCompleteness, readReport, sumReports } from './test-reports.mjs'

/**
 * `--both-ways`: after the photos and models beside the project were used, everything runs once more as if they were
 * not there.
 */
const runsBothWays = process.argv.includes('--both-ways')

await runScript(async () => {
  await prepare()
  const browser = await getBrowser()
  const failures = await checkSources()
  const hasShared = Boolean(besideProject('photos') || besideProject('models'))
  const passes = [await runPass({ name: '', browser, env: {} })]
  if (runsBothWays && hasShared)
    passes.push(await runPass({ name: 'bare-', browser, env: { LUMAFOLD_TEST_SHARED: 'none' } }))
  return conclude({ browser, failures, passes, hasShared })
})

/** Runs every suite once; returns a report of each. */
async function runPass({ name, browser, env }) {
  const reports = [await runSuite(`${name}unit`, ['--project', 'node', '--project', 'renderer'], env)]
  if (browser) reports.push(await runSuite(`${name}e2e`, ['--project', 'e2e'], { ...env, LUMAFOLD_CHROMIUM: browser }))
  return reports
}

/** Runs some vitest projects and reads what came of each test. */
async function runSuite(name, projects, env) {
  sayStep(`Running the ${name} tests`)
  const started = Date.now()
  const file = inProject('test-results', `${name}.json`)
  mkdirSync(inProject('test-results'), { recursive: true })
  rmSync(file, { force: true })
  const args = [
    inProject('node_modules/vitest/vitest.mjs'),
    'run',
    ...projects,
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
  if (passes.length > 1) sayNote('without them: everything ran once more as on a machine that has neither')
  else if (runsBothWays && !hasShared) sayNote('both ways: there is nothing beside the project, so one run is both')
  sayNote(
    `real browser: ${browser ?? 'none found, so the e2e tests were SKIPPED; install Chromium or set LUMAFOLD_CHROMIUM'}`,
  )
  sayNote(
    `desktop window: ${findElectron() ? "Electron's runtime is here" : "Electron's runtime is not here, so only its wiring was tested"}`,
  )
  const isStrict = process.env.LUMAFOLD_REQUIRE_ALL === '1'
  const expected = [Boolean(photos && models), false]
  if (isStrict)
    passes.forEach((reports, i) =>
      failures.push(
        ...checkCompleteness(reports, { expectsPhotos: expected[i], expectsElectron: Boolean(findElectron()) }),
      ),
    )
  if (isStrict && !browser) failures.push('the e2e tests did not run: no browser was found')
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  const { passed, failed, skipped } = sumReports(passes.flat())
  const allFailed = failed + failures.length
  console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return allFailed === 0 ? 0 : 1
}
