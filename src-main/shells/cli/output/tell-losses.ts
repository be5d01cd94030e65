import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { NotCarriedOver } from '../../../contract/library/travel.ts'
import { print } from './output.ts'

/** Losses that are named one by one; JSON lists more of them. */
const NAMED = 20

/** What one side holds and the other has no place for is counted, and named as far as that can be read. */
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
