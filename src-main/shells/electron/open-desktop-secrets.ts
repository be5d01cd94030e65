import { say } from '../../contract/sentences/say.ts'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import type { Secrets } from '../../library/host/secrets.ts'
import { findEnvironmentSecrets } from '../secrets/find-environment-secrets.ts'
import { createFileSecrets, type Sealing } from '../secrets/create-file-secrets.ts'
import { secretsFile } from '../secrets/open-secrets.ts'

const storeNames: Partial<Record<NodeJS.Platform, string>> = { darwin: 'the keychain', win32: 'the Windows account' }

/** Encrypts with a key from the system's own secret store. */
const sealing: Sealing = {
  seal: (text) => safeStorage.encryptStringAsync(text),
  open: async (bytes) => (await safeStorage.decryptStringAsync(bytes)).result,
}

/**
 * Where the desktop window keeps secrets: the environment if it names them, otherwise encrypted by the system,
 * otherwise, with the reason, a file that only this user can read. The app must be ready.
 */
export async function openDesktopSecrets({
  userDataDir,
  configDir,
}: {
  userDataDir: string
  configDir: string
}): Promise<Secrets> {
  const given = findEnvironmentSecrets(process.env)
  if (given !== null) return given
  if (await hasKeychain())
    return createFileSecrets(join(userDataDir, 'secrets.sealed'), {
      kind: 'keychain',
      note: say('remote.encrypted', { store: storeNames[process.platform] ?? "the system's keyring" }),
      sealing,
    })
  const file = secretsFile(configDir)
  return createFileSecrets(file, {
    note: say('remote.keptWithoutKeyring', { path: file }),
  })
}

/** Without a keyring, Linux encrypts with a password that is the same everywhere, which would only look safe. */
async function hasKeychain(): Promise<boolean> {
  const isAvailable = await safeStorage.isAsyncEncryptionAvailable().catch(() => false)
  return (
    isAvailable &&
    (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend()))
  )
}
