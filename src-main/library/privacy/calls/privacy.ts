import type { Privacy } from '../privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type PrivacyHandlersDependencies = {
  privacy: Pick<Privacy, 'state' | 'setClientMode' | 'lock' | 'unlock' | 'setPassphrase'>
}

/** Handlers of `privacy.*`. */
export function privacyHandlers(os: LibraryImplementer, { privacy }: PrivacyHandlersDependencies) {
  return {
    state: os.privacy.state.handler(() => privacy.state()),
    setClientMode: os.privacy.setClientMode.handler(({ input }) => privacy.setClientMode(input.isOn, input.passphrase)),
    lock: os.privacy.lock.handler(() => privacy.lock()),
    unlock: os.privacy.unlock.handler(({ input }) => privacy.unlock(input.passphrase)),
    setPassphrase: os.privacy.setPassphrase.handler(({ input }) => privacy.setPassphrase(input.next, input.present)),
  }
}
