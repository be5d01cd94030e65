import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { RemoteCredentials, RemoteState } from '../../contract/library/remote.ts'
import type { Secrets } from '../host/secrets.ts'

/** Key and secret of the service, as the shell keeps them. They belong to one origin and are never given to another. */
export type KeptCredentials = {
  /** What may be sent to this address; null where nothing is kept or it is kept for another one. */
  of(address: string): RemoteCredentials | null
  /** True where something is kept, but for another address. */
  areForAnother(address: string): boolean
  keep(address: string, credentials: RemoteCredentials): Promise<void>
  /** What was entered before there was an address belongs to the first one. */
  adopt(address: string): Promise<void>
  forget(): Promise<void>
  keptIn(): RemoteState['keptIn']
  /** Why what is kept cannot be used; empty where it can. */
  problem(): string
}

/**
 * The name under which a shell's secrets hold them, all in one value: a stop between two writes must not give a new
 * secret to an old address.
 */
const KEPT_NAME = 'remote.credentials'
/** Names under which an environment gives key and secret, and under which earlier versions kept them. */
const SECRET_NAMES = { key: 'remote.key', secret: 'remote.secret', origin: 'remote.origin' } as const

const Kept = z.object({ key: z.string(), secret: z.string(), origin: z.string() })
type Held = RemoteCredentials & { origin: string | null }

/** Reads what is kept. Without `secrets` it lives as long as the program. */
export async function readKeptCredentials(secrets: Secrets | undefined): Promise<KeptCredentials> {
  let problem = ''
  let held = await readHeld(secrets).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    problem = error.message // a library must open without its service, too
    return null
  })
  const isFor = (address: string) => held !== null && (held.origin === null || held.origin === originOf(address))
  return {
    of: (address) => (held !== null && isFor(address) ? { key: held.key, secret: held.secret } : null),
    areForAnother: (address) => held !== null && !isFor(address),
    async keep(address, { key, secret }) {
      const kept = { key, secret, origin: originOf(address) }
      await write(secrets, kept)
      held = kept
      problem = ''
    },
    async adopt(address) {
      if (held?.origin !== '' || address === '') return
      const kept = { ...held, origin: originOf(address) }
      held = kept
      await write(secrets, kept)
    },
    async forget() {
      for (const name of [KEPT_NAME, ...Object.values(SECRET_NAMES)]) await secrets?.remove(name)
      held = null
      problem = ''
    },
    problem: () => problem,
    keptIn: () => (held === null || secrets === undefined ? 'nowhere' : secrets.kind),
  }
}

/** Writes all in one value, then removes what an earlier version kept apart. */
async function write(secrets: Secrets | undefined, kept: z.output<typeof Kept>): Promise<void> {
  await secrets?.set(KEPT_NAME, JSON.stringify(kept))
  for (const name of Object.values(SECRET_NAMES)) await secrets?.remove(name)
}

/** The key alone, for showing its first letters; throws as reading does. */
export async function readKeptKey(secrets: Secrets): Promise<string | null> {
  return (await readHeld(secrets))?.key ?? null
}

/** The environment names no origin: whoever sets it vouches for the address. */
async function readHeld(secrets: Secrets | undefined): Promise<Held | null> {
  if (secrets === undefined) return null
  const whole = await secrets.get(KEPT_NAME)
  if (whole !== null) return readKept(whole)
  const [key, secret, origin] = [
    await secrets.get(SECRET_NAMES.key),
    await secrets.get(SECRET_NAMES.secret),
    await secrets.get(SECRET_NAMES.origin),
  ]
  return key === null || secret === null ? null : { key, secret, origin }
}

/** Nothing of the text gets into the error: it holds a secret. */
function readKept(text: string): Held {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    throw new AppError('file-unreadable', 'The kept key and secret cannot be read. Enter them again.')
  }
}

/** Scheme, host and port of an address; the text itself where it is none. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address
}
