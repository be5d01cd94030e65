import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Core } from '../../core/core.ts'
import type { Places } from '../places.ts'
import { count } from './output.ts'

/** Something looked at. `advice` says what to do, also where all is well but could be better; empty where there is nothing to say. */
export type Check = { name: string; ok: boolean; message: string; advice: string }

const good = (name: string, message: string, advice = ''): Check => ({ name, ok: true, message, advice })
const bad = (name: string, message: string, advice: string): Check => ({ name, ok: false, message, advice })

const LEAST_FREE_BYTES = 200e6

/** What can be said without opening the library. */
export function examineMachine(places: Places): Check[] {
  return [
    good('program', `Node ${process.versions.node} on ${process.platform} ${process.arch}`),
    existsSync(join(places.rendererDir, 'index.html')) ? good('window', 'built') : good('window', 'not built yet', 'Run "npm run setup" before "lumafold serve"; the command line does not need it.'),
    examineFolder('library folder', places.libraryDir),
    examineFolder('models folder', places.modelsDir),
  ]
}

function examineFolder(name: string, folder: string): Check {
  const present = nearestExisting(folder)
  try {
    accessSync(present, constants.W_OK)
  } catch {
    return bad(name, `${folder} cannot be written`, 'Give yourself the right to write there, or name another place.')
  }
  const { bavail, bsize } = statfsSync(present)
  const free = bavail * bsize
  const message = `${folder}, ${(free / 1e9).toFixed(1)} GB free`
  return free < LEAST_FREE_BYTES ? bad(name, message, 'Make room on that disk: thumbnails and the catalogue need it.') : good(name, message)
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestExisting(dirname(folder))
}

/** What an open library says of itself. */
export async function examineLibrary(core: Core): Promise<Check[]> {
  return [await examinePhotos(core), ...(await examineFolders(core)), ...(await examineModels(core))]
}

async function examinePhotos(core: Core): Promise<Check> {
  const { total, statuses } = await core.library.search.facets({ filter: {} })
  const others = statuses.filter(({ status }) => status !== 'ready').map(({ status, count: number }) => `${number} ${status}`)
  return good('photos', [count(total, 'photo'), ...others].join(', '), others.length > 0 ? 'Pending photos are analysed by "lumafold add DIR --wait" and while the app is open; "lumafold show" says why one failed.' : '')
}

async function examineFolders(core: Core): Promise<Check[]> {
  const roots = (await core.library.folders.list()).filter((folder) => folder.parentId === null)
  return roots.map((folder) =>
    folder.isAvailable && existsSync(folder.path)
      ? good('folder', `${folder.path}, ${count(folder.photoCount, 'photo')}`)
      : bad('folder', `${folder.path} is not there`, 'Connect its drive; or take the folder out of the library in the app.'),
  )
}

async function examineModels(core: Core): Promise<Check[]> {
  const [models, { engine }] = await Promise.all([core.library.models.list(), core.library.library.info()])
  const damaged = models.filter((model) => model.state === 'damaged').map((model) => bad('model', `${model.id} is damaged`, 'Run "lumafold models install" to put a good copy in its place.'))
  const empty = engine.slots.filter((slot) => slot.modelId === null)
  const isBundledMissing = models.some((model) => model.set === 'bundled' && model.state === 'missing')
  const summary = isBundledMissing
    ? bad('models', 'the built-in models are missing', 'Run "npm run setup" in the folder of the project.')
    : good('models', `${models.filter((model) => model.state === 'installed').length} of ${models.length} known models installed`, engine.isComplete ? '' : 'Run "lumafold models install" for better tags, faces and crops.')
  return [...damaged, summary, ...empty.map((slot) => good('models', `nothing for ${slot.slot}`, slot.note))]
}
