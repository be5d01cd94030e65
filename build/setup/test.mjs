import { mkdirSync, rmSync } from 'node:fs'
import { checkSources } from './check-sources.mjs'
import { concludeTests } from './conclude-tests.mjs'
import { getBrowser } from './find-browser.mjs'
import { requireNode } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { besideProject, inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayNote, sayStep } from './say.mjs'
import { hasPostgres } from './test-needs.mjs'
import { listFilesThatLookBeside, readReport } from './test-reports.mjs'

/**
 * `npm test` by day, `npm run test:night` for slow tests as well, `npm test -- --changed` for what the changes since
 * the last commit reach. `--both-ways`: after the run with the photos and models beside the project, every test that
 * depends on them runs once more as if they were absent, by day without those in a browser. All others behave alike
 * both ways, and have run.
 * `--with-checks`: what `npm run check` checks, too, beside the tests, as in CI.
 */
const [isNight, runsBothWays, onlyChanged, withChecks] = ['--night', '--both-ways', '--changed', '--with-checks'].map(
  (option) => process.argv.includes(option),
)
if (isNight) process.env.LUMAFOLD_TEST_NIGHT = '1'

/** Duration of each part in milliseconds; some run in parallel. */
const times = []
const startedAll = Date.now()

await runScript(async () => {
  await timed('set-up', prepare)
  const browser = await timed('browser', getBrowser)
  if (onlyChanged) {
    const report = await runSuite('changed', ['run', '--changed', '--passWithNoTests'], { env: browserEnv(browser) })
    return end({ browser, failures: [], passes: [[report]] })
  }
  const { failures, passes } = await runEverything(browser)
  if (isNight) failures.push(...(await runNightPrograms()))
  return end({ browser, failures, passes })
})

/**
 * Runs all suites, and if requested the checks and a second pass without the photos and models beside the project.
 * Returns the failures of the checks and the reports of each pass. Tests in the browser and on PostgreSQL mostly
 * wait, so they and the checks run beside the others, and their output appears when they end.
 */
async function runEverything(browser) {
  const hasShared = Boolean(besideProject('photos') || besideProject('models'))
  const kinds = [{ name: '', env: {}, command: ['run'] }]
  if (runsBothWays && hasShared)
    kinds.push({
      name: 'bare-',
      env: { LUMAFOLD_TEST_SHARED: 'none' },
      command: ['related', 'test/fixtures/shared.ts', ...listFilesThatLookBeside(), '--run'],
    })
  const passes = kinds.map(() => [])
  let failures = []
  const runUnits = async () => {
    for (const [pass, { name, env, command }] of kinds.entries())
      passes[pass].push(await runSuite(`${name}unit`, [...command, '--project', 'node*'], { env }))
  }
  const runBeside = async () => {
    passes[0].push(await runWindow())
    if (browser)
      for (const [pass, { name, env, command }] of (isNight ? kinds : kinds.slice(0, 1)).entries())
        passes[pass].push(
          await runSuite(`${name}e2e`, [...command, '--project', 'e2e'], {
            env: { ...env, ...browserEnv(browser) },
            quiet: true,
          }),
        )
    passes[0].push(...(await runOnPostgres()))
    if (withChecks) failures = await timed('checks', checkSources)
  }
  await Promise.all([runUnits(), runBeside()])
  return { failures, passes }
}

function end(results) {
  times.push({ name: 'in all', ms: Date.now() - startedAll })
  return concludeTests({ ...results, times, runsBothWays })
}

async function timed(name, work) {
  const started = Date.now()
  const result = await work()
  times.push({ name, ms: Date.now() - started })
  return result
}

function browserEnv(browser) {
  return browser ? { LUMAFOLD_CHROMIUM: browser } : {}
}

/** Tests of the window never wait, and each further process would load the whole window again: one runs them all. */
function runWindow() {
  return runSuite('window', ['run', '--project', 'renderer', '--maxWorkers', '1'], { env: {}, quiet: true })
}

/**
 * Black-box tests of the analysis service, which do not depend on its storage: they run again on PostgreSQL if it is
 * available. By day only those that cover everything once, and those about callers' intentions.
 */
async function runOnPostgres() {
  if (!hasPostgres()) {
    sayNote('the service on PostgreSQL: not tested, since PostgreSQL is not installed')
    return []
  }
  const byNight = ['accounts-apart', 'batches', 'contract', 'faces', 'languages', 'notes', 'refusals']
  const tests = ['round-trips', 'answers', ...(isNight ? byNight : [])]
  const files = tests.map((name) => `test/service/service/${name}`)
  const env = { LUMAFOLD_TEST_STORE: 'postgres' }
  return [await runSuite('service-on-postgres', ['run', '--project', 'node', ...files], { env, quiet: true })]
}

/** Separate programs that run only at night; returns a sentence for each that fails. */
async function runNightPrograms() {
  const programs = [
    ['torture', 'test/torture/run.ts'],
    ['fuzz', 'test/fuzz/service.ts'],
    ...(hasPostgres() ? [['cluster', 'test/cluster/run.ts']] : []),
  ]
  const failures = []
  for (const [name, script] of programs) {
    sayStep(`Running ${name}`)
    const run = () => runProgram(requireNode(), [inProject(script)], { cwd: projectDir })
    const { code } = await timed(name, run)
    if (code !== 0) failures.push(`${script} ended with code ${code}`)
  }
  return failures
}

/** Runs some tests and reads their results. */
async function runSuite(name, command, { env, quiet = false }) {
  if (!quiet) sayStep(`Running the ${name} tests`)
  const file = inProject('test-results', `${name}.json`)
  mkdirSync(inProject('test-results'), { recursive: true })
  rmSync(file, { force: true })
  const args = [
    inProject('node_modules/vitest/vitest.mjs'),
    ...command,
    // Includes tests whose `runIf` allows them here.
    ...(isNight ? [] : ['--tags-filter=!night']),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const { code, output } = await timed(name, () => runProgram(requireNode(), args, { cwd: projectDir, env, quiet }))
  if (quiet) {
    sayStep(`Ran the ${name} tests beside the others`)
    console.log(output)
  }
  return readReport(name, file, code)
}
