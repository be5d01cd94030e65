import type { TextProblem } from '../../../../contract/library/text-fields.ts'

/** What is wrong with a text, and what to write instead. */
export function problemSentence(problem: TextProblem, text: string): string {
  if (problem === 'country-code')
    return `“${text}” is no country code. Two or three letters of ISO 3166 are one, such as PT or PRT.`
  if (problem === 'copyright-status')
    return `“${text}” is no copyright status. It is “copyrighted”, “public-domain”, or empty where it is not known.`
  if (problem === 'email') return `“${text}” is no e-mail address. One looks like name@example.com.`
  return `“${text}” is no address of the web. One looks like https://example.com.`
}
