import type { NotCarriedOver } from '../../../contract/library/travel.ts'
import { print } from './output.ts'

/** Losses that are named one by one; JSON lists more of them. */
const NAMED = 20

/** What one side holds and the other has no place for is counted, and named as far as that can be read. */
export function tellLosses(losses: readonly NotCarriedOver[], more = ''): void {
  if (losses.length === 0) return
  print(`Not carried over: ${losses.map(({ what, count }) => `${count} ${what}`).join(', ')}.`)
  for (const { what, count, names } of losses) {
    for (const name of names.slice(0, NAMED)) print(`  ${what}: ${name}`)
    if (count > NAMED) print(`  ${what}: and ${count - NAMED} more${more}`)
  }
}
