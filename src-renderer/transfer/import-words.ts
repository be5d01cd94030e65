import { labelled, t } from '../locales/messages.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import type { TransferProgress } from '../../src-main/contract/library/transfer.ts'
import {
  describeCounts as countsOf,
  type ImportReport,
  type NotCarriedOver,
} from '../../src-main/contract/library/travel.ts'
import { countPhotos } from '../words/wording.ts'

/** `3,200 ratings`, `1 label`: each field of which there are some. */
export const describeCounts = (counts: ImportReport['changes']): string[] => countsOf(counts).map(translateSentence)

/** The sum of all counts. */
export const sumOf = (counts: ImportReport['changes']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** `the table a.csv` at the beginning of a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `3 virtual copies`, with the library's name for them. */
export const describeLoss = ({ what }: NotCarriedOver): string => translateSentence(what)

/** The names of what is lost; for virtual copies, how they differ from their photos. */
export const describeLost = ({ names }: NotCarriedOver): string[] =>
  names.map((name) => (typeof name === 'string' ? name : translateSentence(name)))

/** The photos that were not found, by the reason. */
export const byReason = ({ unmatched }: ImportReport): [reason: string, paths: string[]][] =>
  [...Map.groupBy(unmatched, ({ reason }) => translateSentence(reason))].map(([reason, all]) => [
    reason,
    all.map(({ path }) => path),
  ])

const titles = labelled({
  reading: 'transfer.reading',
  comparing: 'transfer.comparing',
  changing: 'transfer.importing',
  writing: 'transfer.exporting',
})

/** The current step of a job, and its progress; `percent` is null if unknown. */
export function describeStep(progress: TransferProgress | null) {
  if (progress === null) return { title: t('transfer.starting'), detail: '', percent: null }
  const { step, done, total } = progress
  const title = titles[step]
  if (step === 'changing') return { title, detail: countPhotos(total ?? 0), percent: null }
  if (total === null)
    return { title, detail: done > 0 ? t('transfer.soFar', { photos: countPhotos(done) }) : '', percent: null }
  const detail = t('transfer.doneOf', { done, photos: countPhotos(total) })
  return { title, detail, percent: total === 0 ? null : Math.round((100 * done) / total) }
}
