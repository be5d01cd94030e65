import { z } from 'zod'

/** What is to be done with faces, as JSON of a row. */
export const FaceTaskRow = z.discriminatedUnion('task', [
  z.object({ task: z.literal('grouping'), faces: z.array(z.string()) }),
  z.object({ task: z.literal('training'), indexId: z.string() }),
])

/** What came of it, as JSON of a row. */
export const FaceOutcomeRow = z.discriminatedUnion('state', [
  z.object({ state: z.literal('grouped'), groups: z.array(z.array(z.string())), ungrouped: z.array(z.string()) }),
  z.object({ state: z.literal('trained'), people: z.int(), faces: z.int() }),
  z.object({ state: z.literal('failed'), text: z.string() }),
])
