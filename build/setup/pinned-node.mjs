import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'
import { SetupError } from './say.mjs'

/** Oldest Node that runs TypeScript without a build step and loads the native packages. */
const OLDEST = [22, 18]

const isNewEnough = (version) => {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** The Node that the project pins as a platform package, or null if there is none for this machine. */
function findPackagedNode() {
  const modules = inProject('node_modules')
  if (!existsSync(modules)) return null
  const names = readdirSync(modules).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
  for (const name of names) {
    const folder = join(modules, name)
    const { os, cpu } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const isForHere = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
    const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (isForHere && existsSync(program)) return program
  }
  return null
}

/**
 * The Node that runs Lumafold: the pinned one, otherwise the present one if it is new enough; null if neither will do.
 */
export function findNode() {
  return findPackagedNode() ?? (isNewEnough(process.version) ? process.execPath : null)
}

/** Like `findNode`, but throws an error with advice if there is none. */
export function requireNode() {
  const node = findNode()
  if (node) return node
  throw new SetupError(
    `No Node ${OLDEST.join('.')} or newer was found for ${process.platform} ${process.arch} (this is ${process.version}): install Node 24, then run the command again.`,
  )
}
