import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DISPLAY_THRESHOLD, type SeenPhoto } from './analyse-coco.ts'
import { figure, type Figure } from './figures.ts'

type Verdicts = Record<string, { wrong: string[]; right: string[] }>

/** Verdicts by photo, made by looking at each; a new tag has none until somebody looks. */
export function readVerdicts(): Verdicts {
  return (JSON.parse(readFileSync(join(import.meta.dirname, 'reviewed-tags.json'), 'utf8')) as { photos: Verdicts }).photos
}

/** The share of the present tags that were judged wrong, of those that were judged; the note lists them and what nobody has judged yet. */
export function evaluateReviewed(seen: readonly SeenPhoto[], set: string): Figure[] {
  const verdicts = readVerdicts()
  const tags = seen.flatMap(({ name, findings }) => {
    const verdict = verdicts[name]
    return verdict === undefined ? [] : shown(findings.tags!).map((concept) => ({ text: `${Number.parseInt(name, 10)} ${concept}`, verdict: judge(verdict, concept) }))
  })
  const having = (kind: string) => tags.filter(({ verdict }) => verdict === kind)
  const [wrong, open] = [having('wrong'), having('open')]
  if (tags.length === open.length) return []
  const list = (some: typeof tags) => some.map(({ text }) => text).join(', ')
  return [
    figure('tags looked at on 50 photos, share called wrong', set, wrong.length / (tags.length - open.length), { most: 0.1, note: `${wrong.length} of ${tags.length - open.length}: ${list(wrong)}` }),
    figure('tags on those photos that nobody has judged', set, open.length, { note: list(open) }),
  ]
}

const shown = (tags: readonly { concept: string; confidence: number }[]) => tags.filter(({ confidence }) => confidence >= DISPLAY_THRESHOLD).map(({ concept }) => concept)
const judge = ({ wrong, right }: Verdicts[string], concept: string) => (wrong.includes(concept) ? 'wrong' : right.includes(concept) ? 'right' : 'open')
