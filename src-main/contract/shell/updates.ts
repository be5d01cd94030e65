import { z } from 'zod'
import { issueWith } from '../errors.ts'
import { say } from '../sentences/say.ts'
import { Text } from '../sentences/text.ts'

/** What a person chose about updates of the program. Nothing is asked of any address before. */
export const UpdateChoice = z.object({
  isOn: z.boolean(),
  /** Where updates are looked for; empty while none is chosen. */
  feed: z.string().superRefine((feed, context) => {
    if (feed !== '' && !z.url({ protocol: /^https$/ }).safeParse(feed).success)
      context.addIssue(issueWith(say('updates.addressScheme')))
  }),
})
export type UpdateChoice = z.infer<typeof UpdateChoice>

export const UpdateState = UpdateChoice.extend({
  /**
   * `ready` where this program can replace itself; `unsigned` in a build that has no key of its publisher to check updates
   * with; `not-here` where it runs from sources or in a browser.
   */
  support: z.enum(['ready', 'unsigned', 'not-here']),
  step: z.enum(['idle', 'checking', 'current', 'downloading', 'downloaded', 'failed']),
  /** The version that was found; empty where none was. */
  version: z.string(),
  /** How much of it has come, 0 to 100. */
  percent: z.number(),
  /** Why the last step failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
})
export type UpdateState = z.infer<typeof UpdateState>

/** Where a program cannot replace itself. */
export const noUpdates: UpdateState = {
  isOn: false,
  feed: '',
  support: 'not-here',
  step: 'idle',
  version: '',
  percent: 0,
  problem: null,
}
