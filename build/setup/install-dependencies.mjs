import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { inProject, projectDir } from './project.mjs'
import { runProgram, lastLines } from './run-program.mjs'
import { SetupError, sayNote, sayStep, since } from './say.mjs'

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** What is missing or has another version than the lock file says; optional packages may be missing. */
function listDifferences() {
  const installedFile = inProject('node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return ['node_modules']
  const installed = readPackages(installedFile)
  return Object.entries(readPackages(inProject('package-lock.json')))
    .filter(([place, wanted]) => place !== '' && isDifferent(wanted, installed[place], place))
    .map(([place]) => place.replace('node_modules/', ''))
}

function isDifferent(wanted, present, place) {
  if (wanted.optional || wanted.devOptional || wanted.peer) return Boolean(present) && present.version !== wanted.version
  return present?.version !== wanted.version || !existsSync(inProject(place))
}

/** npm as a program and its first arguments: the one that runs this script, else the one on the path. */
function findNpm() {
  const script = process.env.npm_execpath
  if (script && /npm-cli\.c?js$/.test(script)) return { command: process.execPath, args: [script], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

/** Installs exactly what the lock file says where that is not there yet. Only the package registry is asked. */
export async function installDependencies() {
  const differences = listDifferences()
  if (differences.length > 0) await runInstall(differences)
  linkProgram()
}

async function runInstall(differences) {
  sayStep(`Installing packages (${differences.length === 1 && differences[0] === 'node_modules' ? 'first start' : `${differences.length} changed`})`)
  const started = Date.now()
  const npm = findNpm()
  const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runProgram(npm.command, args, { cwd: projectDir, quiet: true, shell: npm.shell })
  if (code !== 0) throw new SetupError('The packages could not be installed: check that the npm registry can be reached, then run the command again.', lastLines(output))
  sayNote(`done in ${since(started)}`)
}

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
