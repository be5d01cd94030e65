import { z } from 'zod'
import { issueWith } from '../issues.ts'
import { say } from '../sentences/say.ts'
import { Text } from '../sentences/text.ts'

/** A person's choice about updates of the program. No address is contacted before they choose. */
export const UpdateChoice = z.object({
  isOn: z.boolean(),
  /** The address of updates; empty if none is chosen. */
  feed: z.string().superRefine((feed, context) => {
    if (feed !== '' && !z.url({ protocol: /^https$/ }).safeParse(feed).success)
      context.addIssue(issueWith(say('updates.addressScheme')))
  }),
})
export type UpdateChoice = z.infer<typeof UpdateChoice>

export const UpdateState = UpdateChoice.extend({
  /**
   * `ready`: this program can replace itself. `unsigned`: the build lacks the publisher's key for checking updates.
   * `not-here`: it runs from sources or in a browser.
   */
  support: z.enum(['ready', 'unsigned', 'not-here']),
  step: z.enum(['idle', 'checking', 'current', 'downloading', 'downloaded', 'failed']),
  /** The version that was found; empty if none was. */
  version: z.string(),
  /** Progress of the download, 0 to 100. */
  percent: z.number(),
  /** Why the last step failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
})
export type UpdateState = z.infer<typeof UpdateState>

/** The state of a program that cannot replace itself. */
export const noUpdates: UpdateState = {
  isOn: false,
  feed: '',
  support: 'not-here',
  step: 'idle',
  version: '',
  percent: 0,
  problem: null,
}
