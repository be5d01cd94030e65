import { mkdirSync, rmSync } from 'node:fs'
import { checkSources } from './check-sources.mjs'
import { conclude } from './conclude-tests.mjs'
import { getBrowser } from './find-browser.mjs'
import { requireNode } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { besideProject, inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayNote, sayStep, since } from './say.mjs'
import { hasPostgres } from './test-needs.mjs'
import { listFilesThatLookBeside, readReport } from './test-reports.mjs'

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
  passes[0].push(...(await runOnPostgres()))
  if (runsBothWays && hasShared)
    passes.push(
      await runPass({
        name: 'bare-',
        browser,
        env: { LUMAFOLD_TEST_SHARED: 'none' },
        related: ['test/fixtures/shared.ts', ...listFilesThatLookBeside()],
      }),
    )
  return conclude({ browser, failures, passes, runsBothWays })
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

/**
 * Black-box tests of the analysis service, which know nothing of how it keeps its things: they run again with those in
 * PostgreSQL, where there is one.
 */
async function runOnPostgres() {
  if (!hasPostgres()) {
    sayNote('the service on PostgreSQL: not tested, since PostgreSQL is not installed')
    return []
  }
  const tests = ['accounts-apart', 'batches', 'contract', 'faces', 'languages', 'notes', 'refusals', 'round-trips']
  const files = tests.map((name) => `test/service/service/${name}`)
  const env = { LUMAFOLD_TEST_STORE: 'postgres' }
  return [await runSuite('service-on-postgres', ['run', '--project', 'node', ...files], env)]
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
