import { z } from 'zod'

/**
 * Texts that a person gives photos: the core fields of IPTC, in the order in which they are shown. Scene and subject
 * codes are left out because only agencies use them.
 */
export const textFields = [
  'title',
  'headline',
  'caption',
  'altText',
  'extendedDescription',
  'captionWriter',
  'creator',
  'creatorTitle',
  'creatorAddress',
  'creatorCity',
  'creatorRegion',
  'creatorPostcode',
  'creatorCountry',
  'creatorPhone',
  'creatorEmail',
  'creatorWeb',
  'credit',
  'source',
  'copyright',
  'copyrightStatus',
  'copyrightUrl',
  'usageTerms',
  'instructions',
  'jobId',
  'sublocation',
  'city',
  'region',
  'country',
  'countryCode',
] as const

/** A text of a photo by its name; `;` separates several creators. */
export const TextField = z.enum(textFields)
export type TextField = z.infer<typeof TextField>

export type Texts = Record<TextField, string | null>

/** Values of `copyrightStatus`; empty if unknown. */
const copyrightStates = ['copyrighted', 'public-domain'] as const

/** Maximum number of characters in a text. */
export const MAX_TEXT = 10_000

/** Texts in a call: a text replaces, an empty text clears, and null restores what the file says. */
export const GivenTexts = z.partialRecord(TextField, z.string().trim().max(MAX_TEXT).nullable())
export type GivenTexts = Partial<Texts>

/** Fields that may have several lines; in others, line breaks become spaces. */
const severalLines: readonly TextField[] = [
  'caption',
  'altText',
  'extendedDescription',
  'creatorAddress',
  'usageTerms',
  'instructions',
]

/** Whether a text may have several lines. */
export const hasLines = (field: TextField): boolean => severalLines.includes(field)

/** What is wrong with a text. */
export type TextProblem = 'country-code' | 'copyright-status' | 'email' | 'web'

/** What is wrong with a text for a field; null if it is valid. An empty text is always valid. */
export function problemOfText(field: TextField, text: string): TextProblem | null {
  const value = text.trim()
  if (value === '') return null
  if (field === 'countryCode') return /^[a-z]{2,3}$/i.test(value) ? null : 'country-code'
  if (field === 'copyrightStatus') return copyrightStates.some((each) => each === value) ? null : 'copyright-status'
  if (field === 'creatorEmail') return value.split(/[,;]/).every((each) => isEmail(each.trim())) ? null : 'email'
  if (field === 'creatorWeb' || field === 'copyrightUrl')
    return value.split(/[\s,;]+/).every(isWebAddress) ? null : 'web'
  return null
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
const isWebAddress = (text: string): boolean => /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(text)

/**
 * A text as it is stored: trimmed, on one line unless the field allows several, line breaks as in files, country codes
 * in capitals.
 */
export function plainText(field: TextField, text: string): string {
  const value = hasLines(field) ? text.replaceAll(/\r\n?/g, '\n').trim() : text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()
  return field === 'countryCode' ? value.toUpperCase() : value
}
