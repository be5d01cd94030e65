import { z } from 'zod'
import { Language } from '../analysis/language.ts'

/** What can be asked of a remote service; everything else is done on this machine. */
export const RemoteOperation = z.enum(['tags', 'categories', 'croppings', 'colors', 'faces', 'similar'])
export type RemoteOperation = z.infer<typeof RemoteOperation>

/** Where photos are analysed, kept with the library. Key and secret are not in here: they are in the operating system's secret store. */
export const EngineChoice = z.object({
  engine: z.enum(['local', 'remote']).default('local'),
  /** Base address of the service, without `/v2`. */
  address: z.string().trim().max(2000).default(''),
  /** `auto` takes v2, and v1 where the service has only that. */
  version: z.enum(['auto', 'v2', 'v1']).default('auto'),
  operations: z.array(RemoteOperation).default(['tags', 'categories', 'colors', 'faces']),
  categorizer: z.string().trim().min(1).max(200).default('personal_photos'),
  /** Shortest side in pixels of what is sent; smaller photos are sent as large as they are. */
  uploadSide: z.int().min(300).max(4096).default(640),
  languages: z.array(Language).min(1).default(['en']),
  /** Most analyses paid for in a calendar month (UTC); null for no limit. Never passed. */
  monthlyBudget: z.int().min(0).nullable().default(null),
  /** Does on this machine what the service cannot do now; otherwise it waits. */
  fallBack: z.boolean().default(false),
})
export type EngineChoice = z.infer<typeof EngineChoice>

/** How the remote service stands, for a person to read. `waiting` states keep photos pending and lose nothing. */
export const RemoteState = z.object({
  condition: z.enum(['off', 'ready', 'no-credentials', 'refused', 'forbidden', 'budget-spent', 'unreachable']),
  /** One sentence with what to do; empty while all is well. */
  message: z.string(),
  version: z.enum(['v1', 'v2']).nullable(),
  /** Requests at once that the service allows, as learned. */
  concurrency: z.int().min(1),
  /** Analyses asked for this month by this library. */
  spent: z.int().min(0),
  hasCredentials: z.boolean(),
  /** Where key and secret are kept: `keychain` of the operating system, a `file` only this user can read, the `environment`, or nowhere. */
  keptIn: z.enum(['keychain', 'file', 'environment', 'nowhere']),
})
export type RemoteState = z.infer<typeof RemoteState>

/** What the test button shows. */
export const RemoteTest = z.object({
  version: z.enum(['v1', 'v2']),
  /** Null where the service does not tell. */
  usage: z.object({ monthlyLimit: z.int(), monthlyUsed: z.int(), concurrency: z.int().nullable(), periodEnd: z.number().nullable() }).nullable(),
  categorizers: z.array(z.string()),
})
export type RemoteTest = z.infer<typeof RemoteTest>
