import { say } from '../../../contract/sentences/say.ts'
import type { EngineChoice, RemoteCredentials } from '../../../contract/library/remote.ts'
import { openConnection, type Connection } from '../http/connection.ts'
import { RemoteError } from '../http/remote-error.ts'
import { shakeHands, type Handshake } from '../requests/handshake.ts'

export const NO_CREDENTIALS = say('remote.noCredentials')

export type ServiceLinkOptions = {
  choice: Pick<EngineChoice, 'address' | 'version'>
  credentials: RemoteCredentials | null
  /** Longest wait for one answer, in milliseconds. */
  requestMs: number
}

/** The connection to one service under the credentials of the moment; it is opened when it is first needed. */
export class ServiceLink {
  readonly #options: ServiceLinkOptions
  #credentials: RemoteCredentials | null
  #connection: Connection | null = null

  constructor(options: ServiceLinkOptions) {
    this.#options = options
    this.#credentials = options.credentials
  }

  get hasCredentials(): boolean {
    return this.#credentials !== null
  }

  /** Throws RemoteError `closed` where there are no credentials. */
  connection(): Connection {
    const { choice, requestMs } = this.#options
    if (this.#credentials === null) throw new RemoteError('closed', NO_CREDENTIALS)
    return (this.#connection ??= openConnection({
      address: choice.address,
      credentials: this.#credentials,
      requestMs,
    }))
  }

  /** Costs nothing; rejects with RemoteError. */
  async shakeHands(): Promise<Handshake> {
    return shakeHands(this.connection(), this.#options.choice.version)
  }

  /** Other credentials come with a connection of their own; exchanges under way come to their end. */
  replaceCredentials(given: RemoteCredentials | null): void {
    if (given?.key !== this.#credentials?.key || given?.secret !== this.#credentials?.secret) {
      void this.#connection?.close(false)
      this.#connection = null
    }
    this.#credentials = given
  }

  async close(): Promise<void> {
    await this.#connection?.close(true)
  }
}
