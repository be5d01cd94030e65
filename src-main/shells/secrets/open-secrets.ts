import { join } from 'node:path'
import type { Secrets } from '../../library/host/secrets.ts'
import { findEnvironmentSecrets } from './find-environment-secrets.ts'
import { createFileSecrets } from './create-file-secrets.ts'

/**
 * Where shells without a keychain keep key and secret: the environment if it names them, otherwise a file in the config
 * folder.
 */
export function openSecrets(configDir: string, environment: NodeJS.ProcessEnv = process.env): Secrets {
  return findEnvironmentSecrets(environment) ?? createFileSecrets(secretsFile(configDir))
}

/** The file for secrets without a keychain. */
export function secretsFile(configDir: string): string {
  return join(configDir, 'secrets.json')
}
