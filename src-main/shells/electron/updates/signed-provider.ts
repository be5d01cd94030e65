import { type AppUpdater, Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import { parseUpdateInfo, resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { readSigned } from './feed-signature.ts'

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
