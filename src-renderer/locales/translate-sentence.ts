import { fieldWords } from '../../src-main/contract/library/field-words.ts'
import { isTextField } from '../../src-main/contract/library/text-fields.ts'
import { templateOf } from '../../src-main/contract/sentences/sentences.ts'
import type { Text } from '../../src-main/contract/sentences/text.ts'
import { type CountedNoun, type Language, writeText } from '../../src-main/contract/sentences/write-text.ts'
import { writeEnumeration } from './formats.ts'
import { type MessageKey, shownLanguage, t, translate } from './messages.ts'

/** Places that hold a number and what is counted, by the text that writes both. */
const counts: Readonly<Record<CountedNoun, MessageKey>> = {
  photos: 'words.photos',
  faces: 'people.faces',
  files: 'duplicates.files',
  stars: 'words.stars',
}

/**
 * A text of the library, such as a history entry, a reason or an error, in the language that is shown; `''` for none.
 * Called where it is shown, as `t` is.
 */
export const translateSentence = (text: Text | null): string => (text === null ? '' : writeText(text, shown))

const shown: Language = {
  fill: (key, values) => translate(`sentences/${key}`, templateOf(key), values),
  count: (noun, count) => t(counts[noun], { count }),
  // English names a field otherwise within a sentence than above a field.
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
