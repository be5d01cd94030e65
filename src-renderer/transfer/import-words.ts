import { writeEnumeration } from '../locales/formats.ts'
import { labelled, shownLanguage, t } from '../locales/messages.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { copies } from '../../src-main/contract/sentences/copies.ts'
import { keywords } from '../../src-main/contract/sentences/keywords.ts'
import { recognise, withoutStop } from '../../src-main/contract/sentences/recognise.ts'
import type { TransferProgress } from '../../src-main/contract/library/transfer.ts'
import type { ImportReport, NotCarriedOver } from '../../src-main/contract/library/travel.ts'
import { countPhotos } from '../words/wording.ts'

type Field = keyof ImportReport['changes']

/** What is counted of photos. */
const counted: readonly Field[] = [
  'rating',
  'pick',
  'label',
  'title',
  'caption',
  'creator',
  'copyright',
  'takenAt',
  'position',
  'texts',
  'orientation',
  'faces',
  'judgement',
  'isPrivate',
  'tags',
]

/** `3,200 ratings`, `1 label`: each field of which there are some. */
export function describeCounts(counts: ImportReport['changes']): string[] {
  return counted
    .filter((field) => counts[field] !== 0)
    .map((field) => t(`transfer.count_${field}`, { count: counts[field] }))
}

/** All of them together. */
export const sumOf = (counts: ImportReport['changes']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** `the table a.csv` at the beginning of a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `3 virtual copies`, as the library says it. */
export const describeLoss = ({ count, what }: NotCarriedOver): string =>
  translateSentence(`${count.toLocaleString('en')} ${what}`)

/** Which ones they are; of virtual copies what they say otherwise than their photos is told in the language. */
export const describeLost = ({ count, what, names }: NotCarriedOver): string[] =>
  recognise(`${count.toLocaleString('en')} ${what}`).next().value?.key === 'losses.copy'
    ? names.map(describeCopy)
    : names

/** How each part begins that a copy may say. */
const beginnings = [
  ...Object.values(copies),
  keywords.brushPicked,
  keywords.brushRejected,
  keywords.brushNoFlag,
  keywords.brushNoLabel,
].map((template) => template.replace(/\{.*$/, ''))
const anyPart = `(?=${beginnings.join('|')})`
const copyParts = new RegExp(`^([^]*?): ${anyPart}([^]+)$`)
const nextPart = new RegExp(`, ${anyPart}`)

/** `IMG_1.CR3, Copy 1: rating 1, label Purple`. */
function describeCopy(copy: string): string {
  const [, name, parts] = copyParts.exec(copy) ?? []
  if (shownLanguage() === 'en' || name === undefined || parts === undefined) return copy
  return t('transfer.copyDiffers', { name, what: writeEnumeration(parts.split(nextPart).map(tellPart)) })
}

/** A full stop at its end is one of the person's text, and stays. */
const tellPart = (part: string): string => `${translateSentence(withoutStop(part))}${part.endsWith('.') ? '.' : ''}`

/** The photos that were not found, by the reason. */
export const byReason = ({ unmatched }: ImportReport): [reason: string, paths: string[]][] =>
  [...Map.groupBy(unmatched, ({ reason }) => reason)].map(([reason, all]) => [
    translateSentence(reason),
    all.map(({ path }) => path),
  ])

const titles = labelled({
  reading: 'transfer.reading',
  comparing: 'transfer.comparing',
  changing: 'transfer.importing',
  writing: 'transfer.exporting',
})

/** What a job is doing, and how far it is; `percent` is null while nobody knows. */
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
