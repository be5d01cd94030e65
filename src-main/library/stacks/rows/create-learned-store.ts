import { z } from 'zod'
import { LearnedChoices } from '../../../contract/library/stacks.ts'
import type { Context } from '../../catalog/context/context.ts'
import { ChoiceHead } from './choice-head.ts'

/**
 * What was learned from choices within stacks; `lesson` is null if nothing was. Choices until `sinceMs` are forgotten.
 * `version` is that of the choices that it was learned from.
 */
const LearnedState = z.object({
  sinceMs: z.number(),
  version: z.number(),
  lesson: LearnedChoices.omit({ least: true, followsContent: true }).extend({ head: ChoiceHead.nullable() }).nullable(),
})
export type LearnedState = z.infer<typeof LearnedState>

const KEY = 'learned-choices'
const NOTHING: LearnedState = { sinceMs: 0, version: 0, lesson: null }

/** Keeps it in one row, so that it is whole after a crash. What another version of the program wrote is left out. */
export function createLearnedStore({ db, write }: Pick<Context, 'db' | 'write'>) {
  const select = db.prepare<[string], string>('SELECT value FROM program_state WHERE key = ?').pluck()
  const put = db.prepare('INSERT OR REPLACE INTO program_state (key, value) VALUES (?, ?)')
  let known: LearnedState | undefined
  return {
    get: () => (known ??= read(select.get(KEY))),
    set: (state: LearnedState) => {
      write(() => put.run(KEY, JSON.stringify(state)))
      known = state
    },
  }
}

function read(text: string | undefined): LearnedState {
  const found = text === undefined ? null : z.object({ sinceMs: z.number() }).loose().safeParse(JSON.parse(text))
  if (found === null || !found.success) return NOTHING
  const whole = LearnedState.safeParse(found.data)
  return whole.success ? whole.data : { ...NOTHING, sinceMs: found.data.sinceMs }
}
