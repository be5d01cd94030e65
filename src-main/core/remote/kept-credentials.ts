import { AppError } from '../../contract/errors.ts'
import type { RemoteState } from '../../contract/library/remote.ts'
import type { RemoteCredentials } from '../../engine/remote/remote-types.ts'
import type { Secrets } from '../host.ts'

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

/** Names under which a shell's secrets hold them. */
export const SECRET_NAMES = { key: 'remote.key', secret: 'remote.secret', origin: 'remote.origin' } as const

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
      const origin = originOf(address)
      await secrets?.set(SECRET_NAMES.key, key)
      await secrets?.set(SECRET_NAMES.secret, secret)
      await secrets?.set(SECRET_NAMES.origin, origin)
      held = { key, secret, origin }
      problem = ''
    },
    async adopt(address) {
      if (held?.origin !== '' || address === '') return
      held = { ...held, origin: originOf(address) }
      await secrets?.set(SECRET_NAMES.origin, originOf(address))
    },
    async forget() {
      for (const name of Object.values(SECRET_NAMES)) await secrets?.remove(name)
      held = null
      problem = ''
    },
    problem: () => problem,
    keptIn: () => (held === null || secrets === undefined ? 'nowhere' : secrets.kind),
  }
}

/** The environment names no origin: whoever sets it vouches for the address. */
async function readHeld(secrets: Secrets | undefined): Promise<Held | null> {
  if (secrets === undefined) return null
  const [key, secret, origin] = [await secrets.get(SECRET_NAMES.key), await secrets.get(SECRET_NAMES.secret), await secrets.get(SECRET_NAMES.origin)]
  return key === null || secret === null ? null : { key, secret, origin }
}

/** Scheme, host and port of an address; the text itself where it is none. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address
}
