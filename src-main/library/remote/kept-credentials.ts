import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { RemoteCredentials, RemoteState } from '../../contract/library/remote.ts'
import type { Secrets } from '../host/secrets.ts'

/**
 * The name of all credentials in a shell's secrets, as one value: an interruption between two writes must not give a
 * new secret to an old address.
 */
const KEPT_NAME = 'remote.credentials'
/** Names of key and secret in an environment, and in earlier versions. */
const SECRET_NAMES = { key: 'remote.key', secret: 'remote.secret', origin: 'remote.origin' } as const

const Kept = z.object({ key: z.string(), secret: z.string(), origin: z.string() })
type Held = RemoteCredentials & { origin: string | null }

/**
 * Key and secret of the service, as the shell stores them. They belong to one origin and are never given to another.
 * Without `secrets` they live as long as the program.
 */
export class KeptCredentials {
  readonly #secrets: Secrets | undefined
  #held: Held | null = null
  #problem: Text | null = null

  constructor(secrets: Secrets | undefined) {
    this.#secrets = secrets
  }

  /** Reads the stored values; on failure `problem` says why, since a library must open without its service, too. */
  async read(): Promise<void> {
    try {
      this.#held = await readHeld(this.#secrets)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#problem = error.text
    }
  }

  /** The credentials for this address; null if none are stored or they are stored for another one. */
  of(address: string): RemoteCredentials | null {
    const held = this.#held
    return held !== null && isFor(held, address) ? { key: held.key, secret: held.secret } : null
  }

  /** True if something is stored, but for another address. */
  areForAnother(address: string): boolean {
    return this.#held !== null && !isFor(this.#held, address)
  }

  async keep(address: string, { key, secret }: RemoteCredentials): Promise<void> {
    const kept = { key, secret, origin: originOf(address) }
    await write(this.#secrets, kept)
    this.#held = kept
    this.#problem = null
  }

  /** Values entered before there was an address belong to the first one. */
  async adopt(address: string): Promise<void> {
    if (this.#held?.origin !== '' || address === '') return
    const kept = { ...this.#held, origin: originOf(address) }
    this.#held = kept
    await write(this.#secrets, kept)
  }

  async forget(): Promise<void> {
    for (const name of [KEPT_NAME, ...Object.values(SECRET_NAMES)]) await this.#secrets?.remove(name)
    this.#held = null
    this.#problem = null
  }

  keptIn(): RemoteState['keptIn'] {
    return this.#held === null || this.#secrets === undefined ? 'nowhere' : this.#secrets.kind
  }

  /** Why the stored values cannot be used; empty if they can. */
  problem(): Text | null {
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

/** Writes all in one value, then removes the separate values of an earlier version. */
async function write(secrets: Secrets | undefined, kept: z.output<typeof Kept>): Promise<void> {
  await secrets?.set(KEPT_NAME, JSON.stringify(kept))
  for (const name of Object.values(SECRET_NAMES)) await secrets?.remove(name)
}

/** The key alone, for showing its first letters; throws as reading does. */
export async function readKeptKey(secrets: Secrets): Promise<string | null> {
  return (await readHeld(secrets))?.key ?? null
}

/** Includes separate values of an earlier version, or of the environment. */
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

/** The text is kept out of the error: it contains a secret. */
function readKept(text: string): Held {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    throw new AppError('file-unreadable', say('remote.keptUnreadable'))
  }
}

/** Scheme, host and port of an address; the text itself if it is invalid. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address
}
