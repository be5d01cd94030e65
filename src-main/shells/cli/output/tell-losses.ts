import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { NotCarriedOver } from '../../../contract/library/travel.ts'
import { print } from './output.ts'

/** Maximum number of losses named individually; JSON lists more. */
const NAMED = 20

/** Prints what one side contains and the other cannot store: the counts, and as many names as are readable. */
export function tellLosses(losses: readonly NotCarriedOver[], more = ''): void {
  if (losses.length === 0) return
  print(`Not carried over: ${losses.map(({ what }) => inEnglish(what)).join(', ')}.`)
  for (const { what, count, names } of losses) {
    // Without the number at its beginning.
    const kind = inEnglish(what).replace(/^[\d,]+ /, '')
    for (const name of names.slice(0, NAMED)) print(`  ${kind}: ${typeof name === 'string' ? name : inEnglish(name)}`)
    if (count > NAMED) print(`  ${kind}: and ${count - NAMED} more${more}`)
  }
}
