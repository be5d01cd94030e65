import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { InstalledModel } from '../registry/catalog.ts'
import { addPooledOutput } from './add-pooled-output.ts'
import { placeFile } from './model-files.ts'
import { hashBytes, hashFile } from '../../../base/files/hash.ts'

/**
 * What was installed of a folder's files, which models were already there, so that their files were not needed, and
 * what was skipped and why.
 */
export type FolderReport = {
  installed: string[]
  present: string[]
  skipped: { file: string; reason: Text }[]
}

type Match = { model: InstalledModel; isBase: boolean }
type Found = Match & { name: string; file: string }
type Target = {
  models: readonly InstalledModel[]
  pathFor(model: InstalledModel): string
  isInstalled(model: InstalledModel): boolean
}

/** Copies the known models among a folder's files, recognised by their content, not by their names. */
export async function installFromFolder(dir: string, target: Target): Promise<FolderReport> {
  const report: FolderReport = { installed: [], present: [], skipped: [] }
  const found: Found[] = []
  for (const name of await listFiles(dir)) {
    const match = await recognise(join(dir, name), target.models)
    if (match) found.push({ name, file: join(dir, name), ...match })
    else
      report.skipped.push({
        file: name,
        reason: name.endsWith('.onnx') ? say('models.fileUnknown') : say('models.noModelFile'),
      })
  }
  // complete files before bases of derived models, and preferred models before their substitutes: the later ones may
  // not be needed
  found.sort(
    (a, b) =>
      Number(a.isBase) - Number(b.isBase) || Number(Boolean(a.model.insteadOf)) - Number(Boolean(b.model.insteadOf)),
  )
  for (const one of found) {
    const present = [one.model, ...target.models.filter(({ id }) => id === one.model.insteadOf)].find(
      target.isInstalled,
    )
    if (present) {
      report.skipped.push({ file: one.name, reason: say('models.notNeeded', { name: present.title }) })
      if (!report.installed.includes(present.id) && !report.present.includes(present.id))
        report.present.push(present.id)
    } else {
      const path = target.pathFor(one.model)
      await (one.isBase ? placeDerived(one.model, one.file, path) : placeFile(path, one.file))
      report.installed.push(one.model.id)
    }
  }
  return report
}

/** Derives a model from its base and stores it; throws if the result is not the pinned file. */
export async function placeDerived(model: InstalledModel, base: string, path: string): Promise<void> {
  const bytes = addPooledOutput(await readFile(base))
  if (hashBytes(bytes) !== model.sha256)
    throw new AppError('checksum-mismatch', say('models.notDerived', { name: model.title, path: base }))
  await placeFile(path, bytes)
}

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((cause: unknown) => {
    throw new AppError('not-a-folder', say('paths.noFolder', { path: dir }), { cause })
  })
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort()
}

/** The model of a file, or the one derived from it. Only files of a known size are hashed. */
async function recognise(file: string, models: readonly InstalledModel[]): Promise<Match | null> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) return null
  const ofSize = models.filter((model) => model.bytes === stats.size || model.derivedFrom?.bytes === stats.size)
  if (ofSize.length === 0) return null
  const sha256 = await hashFile(file)
  const model = ofSize.find((one) => one.sha256 === sha256)
  if (model) return { model, isBase: false }
  const derived = ofSize.find((one) => one.derivedFrom?.sha256 === sha256)
  return derived ? { model: derived, isBase: true } : null
}
