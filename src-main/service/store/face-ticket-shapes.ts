import { z } from 'zod'

/** A task about faces, as JSON of a row. */
export const FaceTaskRow = z.discriminatedUnion('task', [
  z.object({ task: z.literal('grouping'), faces: z.array(z.string()) }),
  z.object({ task: z.literal('training'), indexId: z.string() }),
])

/** Its result, as JSON of a row. */
export const FaceOutcomeRow = z.discriminatedUnion('state', [
  z.object({ state: z.literal('grouped'), groups: z.array(z.array(z.string())), ungrouped: z.array(z.string()) }),
  z.object({ state: z.literal('trained'), people: z.int(), faces: z.int() }),
  z.object({ state: z.literal('failed'), text: z.string() }),
])
