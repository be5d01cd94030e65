import { z } from 'zod'
import { Language } from '../analysis/language.ts'
import { Text } from '../sentences/text.ts'

/** The operations that a remote service can do; everything else is done on this machine. */
export const RemoteOperation = z.enum(['tags', 'categories', 'croppings', 'colors', 'faces', 'similar'])
export type RemoteOperation = z.infer<typeof RemoteOperation>

const engine = z.enum(['local', 'remote'])
/** Base address of the service, without `/v2`. */
const address = z.string().trim().max(2000)
/** `auto` uses v2, or v1 if the service has no v2. */
const version = z.enum(['auto', 'v2', 'v1'])
const operations = z.array(RemoteOperation)
const categorizer = z.string().trim().min(1).max(200)
/** Length of the shorter side of uploaded pictures, in pixels; smaller photos are sent in their own size. */
const uploadSide = z.int().min(300).max(4096)
const languages = z.array(Language).min(1)
/** Maximum number of analyses in a calendar month (UTC), never exceeded; null for no limit. */
const monthlyBudget = z.int().min(0).nullable()
/** Whether this machine does what the service cannot do at the moment; otherwise those photos wait. */
const fallBack = z.boolean()

/**
 * Where photos are analysed, stored with the library. Key and secret are not part of it: the shell's secret store holds
 * them.
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

/** A partial change. It has no defaults, so that absent fields keep their values. */
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

/** The state of the remote service. While it is unavailable, photos stay pending and lose nothing. */
export const RemoteState = z.object({
  condition: z.enum(['off', 'ready', 'no-credentials', 'refused', 'forbidden', 'budget-spent', 'unreachable']),
  /** A sentence with advice; empty without a problem. */
  message: Text.nullable(),
  version: z.enum(['v1', 'v2']).nullable(),
  /** Number of parallel requests that the service allows, learned from its answers. */
  concurrency: z.int().min(1),
  /** Analyses that this library requested this month. */
  spent: z.int().min(0),
  hasCredentials: z.boolean(),
  /**
   * Where key and secret are kept: the system's `keychain`, a `file` that only this user can read, the `environment`,
   * or nowhere.
   */
  keptIn: z.enum(['keychain', 'file', 'environment', 'nowhere']),
})
export type RemoteState = z.infer<typeof RemoteState>

/** The result of the test button. */
export const RemoteTest = z.object({
  version: z.enum(['v1', 'v2']),
  /** Null if the service does not report it. */
  usage: z
    .object({
      /** Analyses per month; null if the plan has no limit. */
      monthlyLimit: z.int().nullable(),
      /** Null if the service does not report it. */
      monthlyUsed: z.int().nullable(),
      concurrency: z.int().nullable(),
      periodEnd: z.number().nullable(),
    })
    .nullable(),
  categorizers: z.array(z.string()),
})
export type RemoteTest = z.infer<typeof RemoteTest>

/** Where key and secret are, or would be, kept on this machine; `nowhere`: they are lost when the program ends. */
export const SecretKeeping = z.object({
  place: RemoteState.shape.keptIn,
  /** What a person should know about that place, as a sentence. */
  note: Text,
  /** Why the stored credentials cannot be used, and what to do; empty if they can. */
  problem: Text.nullable(),
  /** The first letters of the stored key; empty without one. */
  shortKey: z.string(),
})
export type SecretKeeping = z.infer<typeof SecretKeeping>
