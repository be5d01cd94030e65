import { fieldWords, isTextField } from '../../src-main/contract/sentences/field-words.ts'
import { templateOf } from '../../src-main/contract/sentences/sentences.ts'
import type { Text } from '../../src-main/contract/sentences/text.ts'
import { type CountedNoun, type Language, writeText } from '../../src-main/contract/sentences/write-text.ts'
import { writeEnumeration } from './formats.ts'
import { type MessageKey, shownLanguage, t, translate } from './messages.ts'

/** The message for each counted noun, with its number. */
const counts: Readonly<Record<CountedNoun, MessageKey>> = {
  photos: 'words.photos',
  faces: 'people.faces',
  files: 'duplicates.files',
  stars: 'words.stars',
}

/**
 * A text of the library, such as a history entry, a reason or an error, in the shown language; `''` for none. Call it
 * where the text is shown, as `t`.
 */
export const translateSentence = (text: Text | null): string => (text === null ? '' : writeText(text, shown))

const shown: Language = {
  fill: (key, values) => translate(`sentences/${key}`, templateOf(key), values),
  count: (noun, count) => t(counts[noun], { count }),
  // English names a field differently within a sentence and above a field.
  field: (field) => {
    if (!isTextField(field)) return field
    return shownLanguage() === 'en' ? fieldWords[field] : t(`metadata.field.${field}`)
  },
  enumerate: writeEnumeration,
  get stop() {
    return shownLanguage() === 'ja' ? '。' : '.'
  },
  get gap() {
    return shownLanguage() === 'ja' ? '' : ' '
  },
}
