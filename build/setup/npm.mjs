import { existsSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { isForHere, readWanted } from './lock-file.mjs'
import { inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'

/**
 * npm silently leaves out the binaries of native packages whose `engines` do not include npm's own Node. All of them
 * include these versions.
 */
export function isNodeForInstalling(version = process.version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24
}

/** Runs npm without showing its output; on the pinned Node if the present one is too old for installing. */
export async function runNpm(args) {
  const node = isNodeForInstalling() ? process.execPath : ((await fetchNode()) ?? process.execPath)
  return runNpmOn(node, args)
}

function runNpmOn(node, args) {
  const script = process.env.npm_execpath
  // The wanted Node runs npm's own script; otherwise `npm` is looked up and uses the first Node in the path.
  if (script && /npm-cli\.c?js$/.test(script))
    return runProgram(node, [script, ...args], { cwd: projectDir, quiet: true })
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  return runProgram('npm', args, { cwd: projectDir, env, quiet: true, shell: process.platform === 'win32' })
}

/**
 * The pinned Node, in a separate folder and outside `node_modules`, which an install empties. Null if there is none for
 * this machine.
 */
async function fetchNode() {
  const [place, wanted] =
    readWanted().find(
      ([name, entry]) => /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(name) && isForHere(entry),
    ) ?? []
  if (!place) return null
  const name = place.replace('node_modules/', '')
  const folder = inProject('.cache/node')
  const program = inProject('.cache/node', place, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program))
    await runNpmOn(process.execPath, [
      'install',
      `${name}@${wanted.version}`,
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
  return existsSync(program) ? program : null
}
