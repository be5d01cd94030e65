import { say } from '../../contract/sentences/say.ts'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { RemoteCredentials, RemoteState } from '../../contract/library/remote.ts'
import type { Secrets } from '../host/secrets.ts'

/**
 * The name under which a shell's secrets hold them, all in one value: a stop between two writes must not give a new
 * secret to an old address.
 */
const KEPT_NAME = 'remote.credentials'
/** Names under which an environment gives key and secret, and under which earlier versions kept them. */
const SECRET_NAMES = { key: 'remote.key', secret: 'remote.secret', origin: 'remote.origin' } as const

const Kept = z.object({ key: z.string(), secret: z.string(), origin: z.string() })
type Held = RemoteCredentials & { origin: string | null }

/**
 * Key and secret of the service, as the shell keeps them. They belong to one origin and are never given to another.
 * Without `secrets` they live as long as the program.
 */
export class KeptCredentials {
  readonly #secrets: Secrets | undefined
  #held: Held | null = null
  #problem = ''

  constructor(secrets: Secrets | undefined) {
    this.#secrets = secrets
  }

  /** Reads what is kept; where that fails, `problem` says why, since a library must open without its service, too. */
  async read(): Promise<void> {
    try {
      this.#held = await readHeld(this.#secrets)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#problem = error.message
    }
  }

  /** What may be sent to this address; null where nothing is kept or it is kept for another one. */
  of(address: string): RemoteCredentials | null {
    const held = this.#held
    return held !== null && isFor(held, address) ? { key: held.key, secret: held.secret } : null
  }

  /** True where something is kept, but for another address. */
  areForAnother(address: string): boolean {
    return this.#held !== null && !isFor(this.#held, address)
  }

  async keep(address: string, { key, secret }: RemoteCredentials): Promise<void> {
    const kept = { key, secret, origin: originOf(address) }
    await write(this.#secrets, kept)
    this.#held = kept
    this.#problem = ''
  }

  /** What was entered before there was an address belongs to the first one. */
  async adopt(address: string): Promise<void> {
    if (this.#held?.origin !== '' || address === '') return
    const kept = { ...this.#held, origin: originOf(address) }
    this.#held = kept
    await write(this.#secrets, kept)
  }

  async forget(): Promise<void> {
    for (const name of [KEPT_NAME, ...Object.values(SECRET_NAMES)]) await this.#secrets?.remove(name)
    this.#held = null
    this.#problem = ''
  }

  keptIn(): RemoteState['keptIn'] {
    return this.#held === null || this.#secrets === undefined ? 'nowhere' : this.#secrets.kind
  }

  /** Why what is kept cannot be used; empty where it can. */
  problem(): string {
    return this.#problem
  }
}

/** Opens what is kept. */
export async function readKeptCredentials(secrets: Secrets | undefined): Promise<KeptCredentials> {
  const credentials = new KeptCredentials(secrets)
  await credentials.read()
  return credentials
}

/** The environment names no origin: whoever sets it vouches for the address. */
const isFor = ({ origin }: Held, address: string) => origin === null || origin === originOf(address)

/** Writes all in one value, then removes what an earlier version kept apart. */
async function write(secrets: Secrets | undefined, kept: z.output<typeof Kept>): Promise<void> {
  await secrets?.set(KEPT_NAME, JSON.stringify(kept))
  for (const name of Object.values(SECRET_NAMES)) await secrets?.remove(name)
}

/** The key alone, for showing its first letters; throws as reading does. */
export async function readKeptKey(secrets: Secrets): Promise<string | null> {
  return (await readHeld(secrets))?.key ?? null
}

/** Also what an earlier version kept apart, or the environment gives. */
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
    throw new AppError('file-unreadable', say('remote.keptUnreadable'))
  }
}

/** Scheme, host and port of an address; the text itself where it is none. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address
}
