import { z } from 'zod'
import { TrainingState } from './ticket.ts'

/** Faces grouped by person, and the ids of faces that match no other. */
const FaceGroups = z.object({
  groups: z.array(z.array(z.string())).describe('Ids of faces that are one person’s, by person; two or more each.'),
  ungrouped: z.array(z.string()).describe('Ids of faces that are like no other of the call.'),
})

/** The state of training an index of people. */
const PeopleTraining = z.object({
  state: TrainingState,
  index_id: z.string(),
  kind: z.literal('people'),
  people: z.int().optional().describe('How many people are known now; only once trained.'),
  faces: z.int().optional().describe('How many faces they were learned from; only once trained.'),
  text: z.string().describe('Why the training failed; empty otherwise.'),
})

/** The answer to a ticket about faces. `ticket_result` is empty while a grouping runs; after a failure it says why. */
export const FaceTicketAnswer = z.object({
  is_final: z.boolean(),
  ticket_result: z.union([FaceGroups, PeopleTraining, z.object({ text: z.string().optional() })]),
})
export type FaceTicketAnswer = z.infer<typeof FaceTicketAnswer>
