import { z } from 'zod'
import { Language } from '../analysis/language.ts'
import { Text } from '../sentences/text.ts'

/** The operations a remote service can do; everything else is done on this machine. */
export const RemoteOperation = z.enum(['tags', 'categories', 'croppings', 'colors', 'faces', 'similar'])
export type RemoteOperation = z.infer<typeof RemoteOperation>

const engine = z.enum(['local', 'remote'])
/** Base address of the service, without `/v2`. */
const address = z.string().trim().max(2000)
/** `auto` uses v2, or v1 where the service has no v2. */
const version = z.enum(['auto', 'v2', 'v1'])
const operations = z.array(RemoteOperation)
const categorizer = z.string().trim().min(1).max(200)
/** Shortest side of the pictures that are sent, in pixels; smaller photos are sent in their own size. */
const uploadSide = z.int().min(300).max(4096)
const languages = z.array(Language).min(1)
/** Most analyses requested in a calendar month (UTC), never exceeded; null for no limit. */
const monthlyBudget = z.int().min(0).nullable()
/** Whether this machine does what the service cannot do now; otherwise those photos wait. */
const fallBack = z.boolean()

/**
 * Where photos are analysed, stored with the library. Key and secret are not part of it: they are in the secret store
 * of the shell.
 */
export const EngineChoice = z.object({
  engine: engine.default('local'),
  address: address.default(''),
  version: version.default('auto'),
  operations: operations.default(['tags', 'categories', 'colors', 'faces']),
  categorizer: categorizer.default('personal_photos'),
  uploadSide: uploadSide.default(640),
  languages: languages.default(['en']),
  monthlyBudget: monthlyBudget.default(null),
  fallBack: fallBack.default(false),
})
export type EngineChoice = z.infer<typeof EngineChoice>

/** A change of some of it. It has no defaults, so that fields without a value keep theirs. */
export const EngineChoiceChange = z
  .object({ engine, address, version, operations, categorizer, uploadSide, languages, monthlyBudget, fallBack })
  .partial()
export type EngineChoiceChange = z.infer<typeof EngineChoiceChange>

/** A key and its secret. They are passed to the library once; no call returns the secret. */
export const RemoteCredentials = z.object({
  key: z.string().trim().min(1).max(500),
  secret: z.string().trim().min(1).max(500),
})
export type RemoteCredentials = z.infer<typeof RemoteCredentials>

/** The state of the remote service. While it cannot be used, photos stay pending and lose nothing. */
export const RemoteState = z.object({
  condition: z.enum(['off', 'ready', 'no-credentials', 'refused', 'forbidden', 'budget-spent', 'unreachable']),
  /** One sentence that says what to do; empty without a problem. */
  message: Text.nullable(),
  version: z.enum(['v1', 'v2']).nullable(),
  /** Parallel requests that the service allows, as far as its answers have shown. */
  concurrency: z.int().min(1),
  /** Analyses requested this month by this library. */
  spent: z.int().min(0),
  hasCredentials: z.boolean(),
  /**
   * Where key and secret are kept: `keychain` of the operating system, a `file` only this user can read, the
   * `environment`, or nowhere.
   */
  keptIn: z.enum(['keychain', 'file', 'environment', 'nowhere']),
})
export type RemoteState = z.infer<typeof RemoteState>

/** What the test button shows. */
export const RemoteTest = z.object({
  version: z.enum(['v1', 'v2']),
  /** Null where the service does not report it. */
  usage: z
    .object({
      /** Analyses a month; null where the plan has no limit. */
      monthlyLimit: z.int().nullable(),
      /** Null where the service does not say. */
      monthlyUsed: z.int().nullable(),
      concurrency: z.int().nullable(),
      periodEnd: z.number().nullable(),
    })
    .nullable(),
  categorizers: z.array(z.string()),
})
export type RemoteTest = z.infer<typeof RemoteTest>

/** Where key and secret are kept on this machine, or would be; `nowhere` forgets them when the program ends. */
export const SecretKeeping = z.object({
  place: RemoteState.shape.keptIn,
  /** What a person should know about that place, in a sentence. */
  note: Text,
  /** Why the stored credentials cannot be used, and what to do; empty where they can. */
  problem: Text.nullable(),
  /** The first letters of the key that is kept; empty while none is. */
  shortKey: z.string(),
})
export type SecretKeeping = z.infer<typeof SecretKeeping>
