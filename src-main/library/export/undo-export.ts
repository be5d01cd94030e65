import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { textOf } from '../../contract/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { removeWritten, type Removal } from './files/remove-written.ts'

export type UndoneRun = { jobId: string; run: number }

const PAGE = 500
/** Files that are named; the others are counted. */
const MAX_NAMED = 3

/**
 * Removes the files of one run of an export, and describes the outcome in sentences without the last full stop. Never
 * rejects for a file that stays.
 */
export async function undoExport({ exports }: Pick<Catalog, 'exports'>, { jobId, run }: UndoneRun): Promise<Text> {
  const { jobs } = exports
  let job
  try {
    job = jobs.get(jobId)
  } catch (error) {
    return say('reversals.exportStays', { reason: textOf(error) })
  }
  const all: Removal = { removed: [], gone: [], changed: [], failed: [] }
  const seen = new Set<string>() // all photos of a contact sheet are in one file
  for (let after = 0; ;) {
    const files = jobs.files.writtenOf(job.number, run, after, PAGE)
    if (files.length === 0) break
    after = files.at(-1)!.id
    const { removed, gone, changed, failed } = await removeWritten(
      job.target,
      files.filter(({ file }) => !seen.has(file) && seen.add(file)),
    )
    const isAway = new Set([...changed, ...failed])
    for (const { id, file } of files) if (!isAway.has(file)) jobs.files.settle(id, { state: 'removed' })
    all.removed.push(...removed)
    all.gone.push(...gone)
    all.changed.push(...changed)
    all.failed.push(...failed)
  }
  if (jobs.runsWithFiles(job.number).length === 0) jobs.setState(job.number, 'undone')
  return describe(all, job.target)
}

function describe({ removed, gone, changed, failed }: Removal, target: string): Text {
  return several([
    say('reversals.exportRemoved', { files: removed.length, target }),
    ...(gone.length > 0 ? [say('reversals.exportGone', { files: gone.length })] : []),
    ...named(changed, 'reversals.exportChanged', 'reversals.exportsChanged'),
    ...named(failed, 'reversals.exportFailed', 'reversals.exportsFailed'),
  ])
}

const named = (files: readonly string[], one: SentenceKey, more: SentenceKey): Text[] =>
  files.length > MAX_NAMED ? [say(more, { files: files.length })] : files.map((path) => say(one, { path }))
