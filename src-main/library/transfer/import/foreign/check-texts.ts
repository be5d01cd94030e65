import { plainText, problemOfText } from '../../../../contract/library/text-fields.ts'
import { columnOf, type FurtherText, furtherTexts } from '../../../catalog/catalog.ts'

type Checked = { texts: Partial<Record<FurtherText, string>>; refused: FurtherText[] }

/** Texts in their stored form, and the fields with an invalid text. Other names are ignored. */
export function checkTexts(named: Readonly<Partial<Record<FurtherText, string | null | undefined>>>): Checked {
  const given = furtherTexts.flatMap((field) => {
    const text = named[field] ?? null
    return text === null ? [] : [{ field, text: plainText(field, text) }]
  })
  const isRefused = ({ field, text }: (typeof given)[number]): boolean => problemOfText(field, text) !== null
  return {
    texts: Object.fromEntries(given.filter((each) => !isRefused(each)).map(({ field, text }) => [field, text])),
    refused: given.filter(isRefused).map(({ field }) => field),
  }
}

/** The same of texts by the names of their columns. */
export const checkColumns = (named: Readonly<Record<string, string | undefined>>): Checked =>
  checkTexts(Object.fromEntries(furtherTexts.map((field) => [field, named[columnOf(field)]])))
