import { z } from 'zod'

/** A word of a description that means nothing, and the whole description with the nearest word in its place. */
const UnreadWord = z.object({
  text: z.string(),
  nearest: z.string().nullable(),
  corrected: z.string().nullable(),
})

/** What a person would say of a photo, in the search language. */
export const ReadDescription = z.object({
  text: z.string(),
  /** False for a list of names, which a search for its words finds as well: it is only offered. */
  isSentence: z.boolean(),
  /** Words that are neither searched for nor left out for saying nothing. */
  unread: z.array(UnreadWord),
})
export type ReadDescription = z.infer<typeof ReadDescription>
