import { say } from '../../../contract/sentences/say.ts'
import type { PhotoSource } from '../../../contract/library/export-job.ts'
import type { ExportPreset } from '../../../contract/library/export-preset.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { addWatermark, toWatermarkPicture } from '../add-watermark.ts'
import { checkSettings } from '../check-settings.ts'
import type { ExportJobs } from '../export-jobs.ts'
import { readPresetFile, writePresetFile } from '../preset-file.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type ExportJobHandlersDependencies = {
  catalog: Pick<Catalog, 'exports' | 'photos'>
  changes: Pick<PersonChanges, 'apply'>
  exports: ExportJobs
  privacy: Pick<Privacy, 'requireShown' | 'shown'>
  publishing: Publisher
}

const requireShown = ({ privacy }: Pick<ExportJobHandlersDependencies, 'privacy'>, source: PhotoSource): void => {
  if (source.kind === 'photos') privacy.requireShown(source.ids)
}

/** Handlers of `exports.*`. */
export function exportJobHandlers(os: LibraryImplementer, dependencies: ExportJobHandlersDependencies) {
  const { catalog, exports } = dependencies
  return {
    plan: os.exports.plan.handler(({ input }) => {
      requireShown(dependencies, input.source)
      return exports.plan(input)
    }),
    start: os.exports.start.handler(({ input }) => {
      requireShown(dependencies, input.source)
      return exports.add(input)
    }),
    list: os.exports.list.handler(({ input }) => exports.list(input.limit)),
    get: os.exports.get.handler(({ input }) => exports.get(input.jobId)),
    files: os.exports.files.handler(({ input }) => listFiles(dependencies, input)),
    report: os.exports.report.handler(({ input }) => exports.report(input.jobId)),
    answer: os.exports.answer.handler(({ input }) => exports.answer(input)),
    cancel: os.exports.cancel.handler(({ input }) => exports.cancel(input.jobId)),
    resume: os.exports.resume.handler(({ input }) => exports.resume(input.jobId)),
    undo: os.exports.undo.handler(({ input }) => exports.undo(input.jobId)),
    forget: os.exports.forget.handler(({ input }) => exports.forget(input.jobId)),
    addWatermark: os.exports.addWatermark.handler(async ({ input: { name, bytes } }) =>
      toWatermarkPicture(addWatermark(catalog.exports, { name, bytes: Buffer.from(await bytes.arrayBuffer()) })),
    ),
    watermarks: os.exports.watermarks.handler(() => catalog.exports.watermarks.list().map(toWatermarkPicture)),
    removeWatermark: os.exports.removeWatermark.handler(({ input: { id } }) => {
      requireUnused(catalog.exports, id)
      catalog.exports.watermarks.remove(id)
    }),
  }
}

type FilesAsked = {
  jobId: string
  states?: readonly Parameters<Catalog['exports']['jobs']['files']['settle']>[1]['state'][] | undefined
  offset: number
  limit: number
}

function listFiles({ catalog, privacy }: ExportJobHandlersDependencies, { jobId, states, offset, limit }: FilesAsked) {
  const { jobs } = catalog.exports
  const { total, files } = jobs.files.page(jobs.get(jobId).number, states, { offset, limit })
  const tiles = new Map(
    catalog.photos.tiles([...new Set(files.map(({ photoId }) => photoId))]).map((tile) => [tile.id, tile]),
  )
  const shown = new Set(privacy.shown([...tiles.values()]).map(({ id }) => id))
  return {
    total,
    files: files
      .filter(({ photoId }) => !tiles.has(photoId) || shown.has(photoId))
      .map(({ id: fileId, photoId, output, state, file, reason }) => ({
        fileId,
        photoId,
        photo: tiles.get(photoId)?.name ?? `Photo ${photoId}`,
        output,
        state,
        file: state === 'waiting' ? '' : file,
        reason,
      })),
  }
}

function requireUnused({ presets, publishing }: Catalog['exports'], id: number): void {
  const user = [...presets.list(), ...publishing.list()].find(
    ({ settings }) =>
      settings.kind === 'pictures' && settings.watermark?.kind === 'picture' && settings.watermark.pictureId === id,
  )
  if (user !== undefined) throw new AppError('bad-params', say('exports.watermarkInUse', { name: user.name }))
}

/** Handlers of `exportPresets.*`. */
export function exportPresetHandlers(
  os: LibraryImplementer,
  { catalog: { exports }, changes }: ExportJobHandlersDependencies,
) {
  const { presets } = exports
  const save = async ({ id, name, settings }: ExportPreset) => ({
    ...(await changes.apply({ kind: 'export-preset', ids: LIBRARY_IDS, id, name, preset: { name, settings } })),
    preset: { id, name, settings },
  })
  return {
    list: os.exportPresets.list.handler(() => presets.list()),
    save: os.exportPresets.save.handler(({ input: { id, ...preset } }) => {
      if (id !== undefined) presets.get(id)
      presets.requireFreeName(preset.name, id)
      checkSettings(exports, preset.settings)
      return save({ ...preset, id: id ?? presets.newId() })
    }),
    remove: os.exportPresets.remove.handler(({ input: { id } }) => {
      const { name } = presets.get(id)
      return changes.apply({ kind: 'export-preset', ids: LIBRARY_IDS, id, name, preset: null })
    }),
    write: os.exportPresets.write.handler(({ input: { id } }) => writePresetFile(exports, presets.get(id))),
    read: os.exportPresets.read.handler(({ input: { text } }) => {
      const { name, settings } = readPresetFile(exports, text)
      return save({ id: presets.newId(), name: freeName(presets, name), settings })
    }),
  }
}

/** The name, with a number if another preset has it. */
function freeName(presets: Pick<Catalog['exports']['presets'], 'find'>, name: string): string {
  for (let attempt = 1; ; attempt++) {
    const tried = attempt === 1 ? name : `${name.slice(0, 90)} (${attempt})`
    if (presets.find(tried) === null) return tried
  }
}

/** Handlers of `publishing.*`. */
export function publishingHandlers(os: LibraryImplementer, dependencies: ExportJobHandlersDependencies) {
  const { publishing } = dependencies
  return {
    list: os.publishing.list.handler(() => publishing.list()),
    add: os.publishing.add.handler(({ input }) => {
      requireShown(dependencies, input.source)
      return publishing.add(input)
    }),
    change: os.publishing.change.handler(({ input: { id, ...change } }) => {
      if (change.source !== undefined) requireShown(dependencies, change.source)
      return publishing.change(id, change)
    }),
    run: os.publishing.run.handler(({ input }) => publishing.run(input.id)),
    remove: os.publishing.remove.handler(async ({ input }) => ({
      sentence: await publishing.remove(input.id, input.withFiles),
    })),
  }
}
