import type { Text } from '../../../contract/sentences/text.ts'
import { isDeepStrictEqual } from 'node:util'
import { say, onLines } from '../../../contract/sentences/say.ts'
import { mkdir, rename, rm } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'
import { isDownloadable, type InstalledModel } from '../registry/catalog.ts'
import { pathOf, type ModelFolders } from '../registry/installed.ts'
import { downloadFile, type DownloadOptions } from './download-file.ts'
import { placeDerived } from './install-from-folder.ts'
import { partOf, sizeOf, type InstallerState } from './installer-state.ts'
import { toWriteError } from './model-files.ts'

/** Log for the installer; the library's log fits. */
export type InstallerLog = {
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
}

/** One installation of a set: where files go, and who is informed. */
export type InstallJob = ModelFolders & {
  state: InstallerState
  log?: InstallerLog
  limits?: Pick<DownloadOptions, 'stallMs' | 'waitMs'>
  signal?: AbortSignal
  /** Called whenever the state of a model changed. */
  report: () => void
}

/** One model that could not be installed. */
export type Failure = { title: string; reason: Text }

/** Installs the first available model of a group; resolves to what went wrong, or null. */
export async function installOneOf(group: InstalledModel[], job: InstallJob): Promise<Failure | null> {
  let problem: Failure | null = null
  for (const model of group.filter(isDownloadable)) {
    try {
      await installModel(model, job)
      return null
    } catch (cause) {
      job.signal?.throwIfAborted()
      if (!(cause instanceof AppError)) throw cause
      job.state.setProblem(model, cause.text)
      job.log?.warn('A model could not be installed', { id: model.id, reason: cause.message })
      if (cause.code === 'target-not-writable') throw cause
      problem ??= { title: model.title, reason: cause.text }
    } finally {
      job.state.setArrived(model)
    }
  }
  return problem ?? { title: group[0]?.title ?? 'A model', reason: say('models.noAddress') }
}

/** A line for each model; a reason that all of them share, such as a missing network, appears once. */
export function writeFailures(failed: readonly Failure[]): Text {
  const [first] = failed
  const isShared = failed.every(({ reason }) => isDeepStrictEqual(reason, first?.reason))
  if (first && failed.length > 1 && isShared) return first.reason
  return onLines(failed.map(({ title, reason }) => say('models.notInstalled', { name: title, sentence: reason })))
}

async function installModel(model: InstalledModel, job: InstallJob): Promise<void> {
  const path = pathOf(model, job)
  const part = partOf(model, job)
  const download = model.sources.length || !model.derivedFrom ? model : model.derivedFrom
  const onBytes = (received: number) => {
    job.state.setArriving(model, received)
    job.report()
  }
  await mkdir(job.modelsDir, { recursive: true }).catch((cause: unknown) => Promise.reject(toWriteError(cause, path)))
  onBytes(sizeOf(part))
  await downloadFile(download, part, { signal: job.signal, onBytes, ...job.limits })
  if (download === model) await rename(part, path)
  else {
    await placeDerived(model, part, path)
    await rm(part, { force: true })
  }
  job.state.setInstalled(model)
  job.log?.info('A model was installed', { id: model.id })
}
