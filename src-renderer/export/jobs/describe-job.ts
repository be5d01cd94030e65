import { translateSentence } from '../../locales/translate-sentence.ts'
import type { ExportJob } from '../../../src-main/contract/library/export-job.ts'
import { t } from '../../locales/messages.ts'

/** The title of a job: its preset, or what it writes. */
export function titleOfJob({ title, kind, photos }: ExportJob): string {
  return title || t(kind === 'contact-sheet' ? 'exportJobs.namedSheet' : 'exportJobs.named', { count: photos })
}

/** How many files a job wrote; for a contact sheet, which is one file, how many photos are on it. */
export function describeWritten({ kind, written }: ExportJob): string {
  return t(kind === 'contact-sheet' ? 'exportJobs.onSheet' : 'exportJobs.written', { count: written })
}

/** The result of a job so far, and its problems, each in one line. */
export function describeJob(job: ExportJob): { detail: string; problem?: string } {
  const problem = problemOf(job)
  return { detail: detailOf(job), ...(problem !== '' && { problem }) }
}

function detailOf(job: ExportJob): string {
  if (job.state === 'queued') return t('exportJobs.queued')
  if (job.state === 'undone') return t('exportJobs.undone')
  if (job.state === 'running') return job.target
  return `${describeWritten(job)} · ${job.target}`
}

function problemOf({ state, problem, failed, asking }: ExportJob): string {
  if (problem !== null) return translateSentence(problem)
  if (state === 'asking') return t('exportJobs.asks', { count: asking })
  if (state === 'interrupted') return t('exportJobs.interrupted')
  return failed > 0 && state !== 'undone' ? t('exportJobs.failed', { count: failed }) : ''
}
