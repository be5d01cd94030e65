import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const onMacs = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const onWindows = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/**
 * Path of an installed Chrome, Chromium or Edge, or null. `LUMAFOLD_CHROMIUM` names one that lies elsewhere. `env` and
 * `platform` as of `process`.
 */
export function findInstalledBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const places = [env['LUMAFOLD_CHROMIUM'], ...placesOn(platform, env)]
  return places.find((place) => place !== undefined && place !== '' && existsSync(place)) ?? null
}

function placesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'darwin') return onMacs
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return folders.flatMap((folder) => (folder ? onWindows.map((path) => `${folder}\\${path}`) : []))
  }
  return (env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}
