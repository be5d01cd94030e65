import { type AppUpdater, Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import { parseUpdateInfo, resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { createPublicKey, verify } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'

export type SignedFeed = { provider: 'custom'; updateProvider: typeof SignedProvider; feed: string; publicKey: string }

/**
 * A folder on a web server with the files that electron-builder writes for a release. Beside each description
 * (`latest.yml`, `latest-mac.yml`, `latest-linux.yml`) is its signature with the extension `.sig`. A description is not
 * used before its signature is verified.
 */
export class SignedProvider extends Provider<UpdateInfo> {
  readonly #feed: URL
  readonly #publicKey: string

  constructor({ feed, publicKey }: SignedFeed, _updater: AppUpdater, options: ProviderRuntimeOptions) {
    super({ ...options, isUseMultipleRangeRequest: false })
    this.#feed = new URL(feed.endsWith('/') ? feed : `${feed}/`)
    this.#publicKey = publicKey
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`
    const file = new URL(name, this.#feed)
    const [text, signature] = await Promise.all([this.#read(file), this.#read(new URL(`${name}.sig`, this.#feed))])
    return parseUpdateInfo(readSigned(text, signature, this.#publicKey), name, file)
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#feed)
  }

  async #read(address: URL): Promise<string> {
    return (await this.httpRequest(address)) ?? ''
  }
}

/**
 * The text of a feed's file if its signature is valid; throws `bad-params` otherwise. The file names the SHA-512 of the
 * downloads, so one signature covers the whole release on every system. `signature` is Ed25519 in base64, `publicKey`
 * is in PEM.
 */
function readSigned(text: string, signature: string, publicKey: string): string {
  const isTrue = verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature.trim(), 'base64'))
  if (isTrue) return text
  throw new AppError('bad-params', say('updates.notSigned'))
}
