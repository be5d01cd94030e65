import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { SecretKeeping } from '../../../contract/library/remote.ts'
import type { Secrets } from '../../host/secrets.ts'
import { readKeptKey } from '../kept-credentials.ts'
import type { RemoteController } from '../remote-controller.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type RemoteHandlersDependencies = { remote: RemoteController; secrets: Secrets | undefined }

const SHOWN_LETTERS = 4

/** Handlers of `remote.*`. Nothing here returns the secret, and only the first letters of the key. */
export function remoteHandlers(os: LibraryImplementer, { remote, secrets }: RemoteHandlersDependencies) {
  return {
    choice: os.remote.choice.handler(() => remote.choice()),
    setChoice: os.remote.setChoice.handler(({ input }) => remote.setChoice(input)),
    state: os.remote.state.handler(() => remote.state()),
    test: os.remote.test.handler(() => remote.test()),
    setCredentials: os.remote.setCredentials.handler(({ input }) => remote.setCredentials(input)),
    forgetCredentials: os.remote.forgetCredentials.handler(() => remote.forgetCredentials()),
    keeping: os.remote.keeping.handler(() => describeKeeping(secrets, remote.state().hasCredentials)),
    outsideIndex: os.remote.outsideIndex.handler(() => remote.index()?.lacks() ?? null),
    retry: os.remote.retry.handler(() => remote.retry()),
  }
}

async function describeKeeping(secrets: Secrets | undefined, areKept: boolean): Promise<SecretKeeping> {
  if (secrets === undefined) return { place: 'nowhere', note: say('remote.forgotten'), problem: null, shortKey: '' }
  const about = { place: secrets.kind, note: secrets.note }
  try {
    const key = await readKeptKey(secrets)
    return { ...about, problem: null, shortKey: key === null || !areKept ? '' : shorten(key) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...about, problem: error.text, shortKey: '' }
  }
}

/**
 * Even a few letters reveal much of a short key: at most a quarter is shown. A common prefix of a service's keys
 * distinguishes none.
 */
function shorten(key: string): string {
  const common = /^[a-z]{1,8}_/.exec(key)?.[0].length ?? 0
  return `${key.slice(0, common + Math.min(SHOWN_LETTERS, Math.floor((key.length - common) / 4)))}…`
}
