import { existsSync, readFileSync } from 'node:fs'
import { inProject, projectDir } from './project.mjs'
import { requireNode } from './pinned-node.mjs'
import { runProgram } from './run-program.mjs'
import { sayNote, sayStep, since } from './say.mjs'

const REACH_TIMEOUT_MS = 3000

/** True if windows can be shown. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Why the desktop window cannot open here, in words; empty if it can. Does not look for the runtime. */
function findObstacle() {
  if (!hasDisplay()) return 'there is no display'
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root'
  return ''
}

/** Path of Electron's program, or null while its runtime is not on this machine. */
export function findElectron() {
  const pathFile = inProject('node_modules/electron/path.txt')
  if (!existsSync(pathFile)) return null
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? inProject('node_modules/electron/dist')
  const program = `${folder}/${readFileSync(pathFile, 'utf8')}`
  return existsSync(program) ? program : null
}

/**
 * Electron's program, downloaded if necessary and possible; otherwise the reason why the desktop window cannot open.
 */
export async function getDesktop() {
  const obstacle = findObstacle()
  if (obstacle) return { electron: null, reason: obstacle }
  const present = findElectron()
  if (present) return { electron: present, reason: '' }
  if (!(await canFetch()))
    return { electron: null, reason: "Electron's runtime is not here and its download server cannot be reached" }
  await fetchRuntime()
  const fetched = findElectron()
  return { electron: fetched, reason: fetched ? '' : "Electron's runtime could not be downloaded" }
}

async function fetchRuntime() {
  sayStep('Downloading the desktop runtime (once, about 120 MB)')
  const started = Date.now()
  const { code } = await runProgram(requireNode(), [inProject('node_modules/electron/install.js')], {
    cwd: projectDir,
    quiet: true,
  })
  if (code === 0) sayNote(`done in ${since(started)}`)
}

/** Requests a small file beside the runtime, so that an unreachable server costs seconds rather than minutes. */
async function canFetch() {
  const { version } = JSON.parse(readFileSync(inProject('node_modules/electron/package.json'), 'utf8'))
  const mirror =
    process.env.ELECTRON_MIRROR ??
    process.env.npm_config_electron_mirror ??
    'https://github.com/electron/electron/releases/download/'
  try {
    const answer = await fetch(`${mirror}v${version}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(REACH_TIMEOUT_MS),
    })
    return answer.ok
  } catch {
    return false // unreachable, refused or too slow: the person gets the browser instead
  }
}
