import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../contract/sentences/sentences.ts'
import type { TextProblem } from '../../../contract/library/text-fields.ts'

const sentences: Readonly<Record<TextProblem, SentenceKey>> = {
  'country-code': 'texts.countryCode',
  'copyright-status': 'texts.copyrightStatus',
  email: 'texts.email',
  web: 'texts.web',
}

/** The problem of a text, and what to write instead. */
export const problemSentence = (problem: TextProblem, text: string): Text => say(sentences[problem], { text })
