import type { TransferProgress } from '../../src-main/contract/library/transfer.ts'
import type { ImportReport } from '../../src-main/contract/library/travel.ts'
import { countPhotos } from '../words/wording.ts'

type Field = keyof ImportReport['changes']

/** What is counted of photos, one and several. */
const words: Readonly<Record<Field, readonly [string, string]>> = {
  rating: ['rating', 'ratings'],
  pick: ['flag', 'flags'],
  label: ['label', 'labels'],
  title: ['title', 'titles'],
  caption: ['caption', 'captions'],
  creator: ['creator', 'creators'],
  copyright: ['copyright notice', 'copyright notices'],
  takenAt: ['date', 'dates'],
  orientation: ['turned photo', 'turned photos'],
  judgement: ['judgement of sensitivity', 'judgements of sensitivity'],
  isPrivate: ['private mark', 'private marks'],
  tags: ['set of tags', 'sets of tags'],
}

/** `3,200 ratings`, `1 label`: each field of which there are some. */
export function describeCounts(counts: ImportReport['changes']): string[] {
  return Object.entries(words).flatMap(([field, [one, several]]) => {
    const count = counts[field as Field]
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : several}`]
  })
}

/** All of them together. */
export const sumOf = (counts: ImportReport['changes']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** `the table a.csv` at the beginning of a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The photos that were not found, by the reason. */
export const byReason = ({ unmatched }: ImportReport): [reason: string, paths: string[]][] =>
  [...Map.groupBy(unmatched, ({ reason }) => reason)].map(([reason, all]) => [reason, all.map(({ path }) => path)])

const titles = { reading: 'Reading', comparing: 'Comparing', changing: 'Importing', writing: 'Exporting' } as const

/** What a job is doing, and how far it is; `percent` is null while nobody knows. */
export function describeStep(progress: TransferProgress | null) {
  if (progress === null) return { title: 'Starting', detail: '', percent: null }
  const { step, done, total } = progress
  const title = titles[step]
  if (step === 'changing') return { title, detail: countPhotos(total ?? 0), percent: null }
  if (total === null) return { title, detail: done > 0 ? `${countPhotos(done)} so far` : '', percent: null }
  const detail = `${done.toLocaleString('en')} of ${countPhotos(total)}`
  return { title, detail, percent: total === 0 ? null : Math.round((100 * done) / total) }
}
