import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportJob, ExportOrder, ExportState } from '../../../src-main/contract/library/export-job.ts'
import { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

/** Picture settings: the whole photo unchanged, apart from the given settings. */
export const settingsOf = (more: Partial<PictureSettings> = {}): PictureSettings =>
  PictureSettings.parse({
    kind: 'pictures',
    outputs: [{ kind: 'photo', size: { by: 'original' } }],
    pattern: '{name}',
    ...more,
  })

const unfinished: readonly ExportState[] = ['queued', 'running']

/** A library with a folder of photos drawn by `fill`, and a target beside it. */
export async function openExport(fill: (photosDir: string) => Promise<unknown>) {
  const made = makeLibrary()
  const target = join(made.dir, 'target')
  mkdirSync(target)
  await fill(made.photosDir)
  const { library, engine, log } = await openTestLibrary(made.libraryDir)
  await library.hostCalls.addFolder({ path: made.photosDir })
  await library.hostCalls.waitUntilIdle()
  return { ...made, target, library, engine, log, ...callsOf(library, target) }
}

/** What tests need to know about exports. */
export function callsOf(library: OpenLibrary, target: string) {
  const calls = library.calls.exports
  const start = async (settings: ExportOrder['settings'], more: Partial<ExportOrder> = {}): Promise<ExportJob> => {
    const { id: targetId } = await library.hostCalls.registerTarget({ path: target })
    const source = {
      kind: 'query' as const,
      query: { filter: {}, sort: { by: 'name' as const, order: 'asc' as const } },
    }
    return calls.start({ source, settings, targetId, ...more })
  }
  const end = ({ jobId }: Pick<ExportJob, 'jobId'>): Promise<ExportJob> =>
    until(
      () => calls.get({ jobId }),
      ({ state }) => !unfinished.includes(state),
    )
  const run = async (settings: ExportOrder['settings'], more: Partial<ExportOrder> = {}) =>
    end(await start(settings, more))
  const files = async ({ jobId }: Pick<ExportJob, 'jobId'>) => (await calls.files({ jobId })).files
  const idOf = async (name: string): Promise<number> => {
    const { tiles } = await library.calls.photos.list({ limit: 1000 })
    return tiles.find((tile) => tile.name === name)!.id
  }
  return { start, end, run, files, idOf }
}
