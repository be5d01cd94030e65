import type { ExportFileState, ExportJob, ExportState } from '../../../contract/library/export-job.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { followEvents } from '../library/follow-events.ts'
import { count, print, tell } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'
import { exitAfter } from '../surroundings/exit-codes.ts'
import { around, endWith, inThisRun } from '../surroundings/run.ts'
import { problemLines } from './problem-lines.ts'

const going: readonly ExportState[] = ['queued', 'running']
const done = (job: ExportJob): number => job.written + job.skipped + job.heldBack + job.failed + job.asking

/** Starts a job and shows its progress until it is over or waits for an answer; then prints the result. */
export async function followJob(library: OpenLibrary, begin: () => Promise<ExportJob>): Promise<void> {
  const progress = createProgress('file')
  let jobId = ''
  const { signals } = around()
  const hint = inThisRun(() => tell('Interrupted. "lumafold export --resume" goes on with it.'))
  signals.once('SIGINT', hint)
  try {
    const start = async () => {
      jobId = (await begin()).jobId
    }
    await followEvents(library, start, (event) => {
      if (event.type !== 'exports.changed' || event.job.jobId !== jobId) return 'go on'
      progress.show(done(event.job), event.job.total, '')
      return going.includes(event.job.state) ? 'go on' : 'enough'
    })
  } finally {
    signals.off('SIGINT', hint)
    progress.end()
  }
  await report(library, jobId)
}

/** Maximum number of files that are fetched for their names. */
const MAX_FETCHED = 100
const problems: readonly ExportFileState[] = ['failed', 'asking']

async function report(library: OpenLibrary, jobId: string): Promise<void> {
  const { job, reasons } = await library.calls.exports.report({ jobId })
  const { files } = await library.calls.exports.files({ jobId, states: [...problems], limit: MAX_FETCHED })
  const shared = reasons.filter(
    ({ state, reason }) => problems.includes(state) || (state === 'written' && reason !== null),
  )
  for (const line of problemLines(shared, files)) tell(line)
  for (const line of countLines(job)) tell(line)
  print(writtenLine(job))
  if (job.problem !== null) tell(job.problem)
  if (job.asking > 0) tell('"lumafold export --answer skip", rename or overwrite goes on with them.')
  endWith(exitAfter({ done: job.written, failed: job.failed + (job.state === 'done' ? 0 : 1) }))
}

/** A contact sheet is one file with many photos. */
const writtenLine = ({ kind, written, target }: ExportJob): string =>
  kind === 'contact-sheet'
    ? `${count(written, 'photo')} on a contact sheet in ${target}`
    : `${count(written, 'file')} written to ${target}`

const countLines = ({ skipped, heldBack, asking, failed }: ExportJob): string[] => [
  ...(skipped > 0 ? [`${count(skipped, 'file')} skipped, since the name was taken`] : []),
  ...(heldBack > 0
    ? [`${count(heldBack, 'file')} held back, since the photo is sensitive or shows a card or plate`]
    : []),
  ...(asking > 0 ? [`${count(asking, 'file')} not written, since the name was taken`] : []),
  ...(failed > 0 ? [`${count(failed, 'file')} failed`] : []),
]
