import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { listDifferences } from './lock-file.mjs'
import { runNpm } from './npm.mjs'
import { inProject } from './project.mjs'
import { lastLines } from './run-program.mjs'
import { SetupError, sayNote, sayStep, since } from './say.mjs'

/**
 * Installs exactly the versions in the lock file, unless they are already there. Contacts only the package registry.
 */
export async function installDependencies() {
  const differences = listDifferences()
  if (differences.length > 0) await install(differences)
  linkProgram()
}

async function install(differences) {
  sayStep(`Installing packages (${differences[0] === 'node_modules' ? 'first start' : describe(differences)})`)
  const started = Date.now()
  const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0)
    throw new SetupError(
      'The packages could not be installed: check that the npm registry can be reached, then run the command again.',
      lastLines(output),
    )
  const remaining = listDifferences()
  if (remaining.length > 0)
    throw new SetupError(`npm left out ${describe(remaining)}: install Node 24 and run the command again.`)
  sayNote(`done in ${since(started)}`)
}

const describe = (names) => (names.length > 3 ? `${names.length} packages` : names.join(', '))

/** Makes `npx lumafold` find this project's own program; npm links the programs of dependencies only. */
function linkProgram() {
  const folder = inProject('node_modules/.bin')
  mkdirSync(folder, { recursive: true })
  if (process.platform === 'win32') {
    writeFileSync(inProject('node_modules/.bin/lumafold.cmd'), '@node "%~dp0\\..\\..\\bin\\lumafold.mjs" %*\r\n')
    return
  }
  const link = inProject('node_modules/.bin/lumafold')
  chmodSync(inProject('bin/lumafold.mjs'), 0o755)
  if (existsSync(link)) return
  rmSync(link, { force: true })
  symlinkSync('../../bin/lumafold.mjs', link)
}
