import { z } from 'zod'
import { Notes, VERBOSE } from './tags.ts'
import { flag } from './values.ts'

/** Parameters for reading text. */
export const TextParameters = z.object({
  verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
})
export type TextParameters = z.output<typeof TextParameters>

/** A line of text and the upright box around it in pixels of the upright picture. */
const ReadLine = z.object({
  data: z.string().describe('What the line says.'),
  confidence: z.number().describe('How sure its letters are, 0 to 100.'),
  coordinates: z
    .object({ xmin: z.int(), ymin: z.int(), xmax: z.int(), ymax: z.int(), width: z.int(), height: z.int() })
    .describe('The box around the line; xmax and ymax are exclusive.'),
})

export const TextResult = z.object({
  text: z.array(ReadLine).describe('Lines from top to bottom; empty where there is none that can be read.'),
  notes: Notes.optional(),
})
export type TextResult = z.infer<typeof TextResult>
