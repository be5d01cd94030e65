import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import envPaths from 'env-paths'

/** Folders that a shell passes to the library and to windows; all absolute. */
export type Places = {
  libraryDir: string
  /** Data of the analysis service: accounts, uploads, indexes. */ serviceDir: string
  modelsDir: string
  logsDir: string
  configDir: string
  /** Profile of the installed browser that shows the window. */ windowProfileDir: string
  /** What windows in a browser may use besides what they are started with. */ allowedFoldersFile: string
  resourcesDir: string
  rendererDir: string
  /** The program's, from its package.json. */ version: string
}

/**
 * Where things are on this machine. The library is in the user's data folder unless another one is named; all libraries
 * of a person share models, logs and secrets. `LUMAFOLD_DATA_DIR` moves the whole data folder.
 */
export function findPlaces(
  options: { library?: string | undefined } = {},
  env: NodeJS.ProcessEnv = process.env,
): Places {
  const own = env['LUMAFOLD_DATA_DIR']
  const usual = envPaths('Lumafold', { suffix: '' })
  const dataDir = own ? resolve(own) : usual.data
  const configDir = own ? join(dataDir, 'config') : usual.config
  const programDir = findProgramDir(dirname(fileURLToPath(import.meta.url)))
  return {
    libraryDir: options.library ? resolve(expandHome(options.library)) : join(dataDir, 'library'),
    serviceDir: join(dataDir, 'service'),
    modelsDir: join(dataDir, 'models'),
    logsDir: join(dataDir, 'logs'),
    configDir,
    windowProfileDir: join(dataDir, 'window'),
    allowedFoldersFile: join(configDir, 'allowed-folders.json'),
    resourcesDir: join(outsideArchive(programDir), 'resources'),
    rendererDir: join(programDir, 'out', 'renderer'),
    version: (JSON.parse(readFileSync(join(programDir, 'package.json'), 'utf8')) as { version: string }).version,
  }
}

/** Expands `~` and `~/…` as a shell would; other paths stay as they are. */
export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(homedir(), path.slice(1)) : path
}

/** Sources and the built program are at different depths, so the folder is recognised by its content. */
function findProgramDir(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'resources'))) return folder
    if (folder === dirname(folder)) throw new Error(`The files of the program were not found above ${start}.`)
  }
}

/** Native code opens model files by path, which does not work inside the packaged program's archive. */
function outsideArchive(folder: string): string {
  return folder.replace(/app\.asar(?=$|[\\/])/, 'app.asar.unpacked')
}
