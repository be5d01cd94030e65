import { foldText, formsOf } from '../../contract/fold-text.ts'

/** The form in which names are compared: that of all texts, without doubled spaces; `-` and `_` are spaces. */
export const normaliseName = (text: string): string => tidy(foldText(text))

/** The forms by which a name is found. */
export const nameForms = (text: string): readonly string[] => formsOf(text).map(tidy)

const tidy = (folded: string): string =>
  folded
    .replaceAll('`', "'")
    .replace(/[\s_-]+/g, ' ')
    .trim()
