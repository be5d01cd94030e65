import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isShown, type SeenPhoto } from './analyse-coco.ts'
import { figure, type Figure } from './figures.ts'

type Verdicts = Record<string, { wrong: string[]; right: string[] }>

/**
 * Verdicts by photo, from viewing each; a new tag has none until a person checks it. `later` are photos checked after
 * the rules were changed because of the others.
 */
export function readVerdicts(): { photos: Verdicts; later: Verdicts } {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'reviewed-tags.json'), 'utf8')) as {
    photos: Verdicts
    later: Verdicts
  }
}

/** The share of the judged present tags that are wrong; the note lists them and the unjudged ones. */
export function evaluateReviewed(seen: readonly SeenPhoto[], set: string): Figure[] {
  const { photos, later } = readVerdicts()
  return [...countWrong(seen, photos, '50 photos', set), ...countWrong(seen, later, '24 later photos', set)]
}

function countWrong(seen: readonly SeenPhoto[], verdicts: Verdicts, which: string, set: string): Figure[] {
  const tags = seen.flatMap(({ name, findings }) => {
    const verdict = verdicts[name]
    return verdict === undefined
      ? []
      : shown(findings.tags!).map((concept) => ({
          text: `${Number.parseInt(name, 10)} ${concept}`,
          verdict: judge(verdict, concept),
        }))
  })
  const having = (kind: string) => tags.filter(({ verdict }) => verdict === kind)
  const [wrong, open] = [having('wrong'), having('open')]
  const judged = tags.length - open.length
  if (judged === 0) return []
  const list = (some: typeof tags) => some.map(({ text }) => text).join(', ')
  return [
    figure(`tags looked at on ${which}, share called wrong`, set, wrong.length / judged, {
      most: 0.1,
      note: `${wrong.length} of ${judged}: ${list(wrong)}`,
    }),
    figure(`tags on the ${which} that nobody has judged`, set, open.length, { note: list(open) }),
  ]
}

const shown = (tags: readonly { concept: string; confidence: number; keptAs?: number | undefined }[]) =>
  tags.filter(isShown).map(({ concept }) => concept)
const judge = ({ wrong, right }: Verdicts[string], concept: string) =>
  wrong.includes(concept) ? 'wrong' : right.includes(concept) ? 'right' : 'open'
