import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.mjs'
import { sayNote, sayStep, since } from './say.mjs'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
]

const KNOWN_PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
    ]),
}

/** Path of an installed browser of the Chromium family, or null. `LUMAFOLD_CHROMIUM` names one in another place. */
export function findBrowser() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const places = [process.env.LUMAFOLD_CHROMIUM, ...(KNOWN_PLACES[process.platform] ?? []), ...onPath]
  return places.find((place) => place && existsSync(place)) ?? null
}

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * A browser for the tests in a real window. If none is installed, it is taken from Debian's packages, if that is
 * allowed.
 */
export async function getBrowser() {
  const present = findBrowser()
  if (present || !canInstall()) return present
  sayStep('Installing Chromium for the tests in a real browser')
  const started = Date.now()
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-qq'], { env, quiet: true })
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, quiet: true })
  const installed = findBrowser()
  sayNote(installed ? `done in ${since(started)}` : 'not possible here')
  return installed
}
