import type { Route } from '../../http/route.ts'
import { writeCurl } from './curl.ts'
import { writeGo } from './go.ts'
import { writeNode } from './node.ts'
import { writePhp } from './php.ts'
import { writePython } from './python.ts'
import { sampleRequestOf, type SampleRequest } from './sample-request.ts'

export type CodeSample = { lang: string; label: string; source: string }
type SampleLanguage = {
  /** The name for OpenAPI viewers. */
  lang: string
  /** The name on pages. */
  label: string
  write(request: SampleRequest): string
}

/** The languages of samples in the order in which they are offered; each uses only its standard library. */
const sampleLanguages: readonly SampleLanguage[] = [
  { lang: 'Shell', label: 'curl', write: writeCurl },
  { lang: 'Python', label: 'Python', write: writePython },
  { lang: 'JavaScript', label: 'Node', write: writeNode },
  { lang: 'PHP', label: 'PHP', write: writePhp },
  { lang: 'Go', label: 'Go', write: writeGo },
]

/** A route's request in every language. `SERVICE`, `KEY` and `SECRET` come from the environment. */
export function codeSamplesOf(route: Route): CodeSample[] {
  const request = sampleRequestOf(route)
  return sampleLanguages.map(({ lang, label, write }) => ({ lang, label, source: write(request) }))
}
