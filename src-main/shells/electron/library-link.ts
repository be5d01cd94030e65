import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { MessageChannelMain, shell, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron'
import { TextError } from '../../contract/errors.ts'
import type { Secrets } from '../../library/host/secrets.ts'
import type { Places } from '../places.ts'
import type { FromLibrary, linkContract, ToLibrary } from './link-contract.ts'
import { createSecretsRouter } from './secrets-link.ts'
import { createTrashRouter } from './trash-link.ts'

/** Maximum time in milliseconds for a library to close. */
const CLOSE_TIMEOUT_MS = 10_000

/** The library process as the main process sees it. */
export type LibraryLink = {
  /**
   * Resolves once the library is open, or is closed before; rejects with the reason if it cannot be opened. Calls and
   * pages may come earlier: they are answered as soon as it is open.
   */
  opened: Promise<void>
  calls: ContractRouterClient<typeof linkContract>
  /** A port for the library's calls from one page. */
  connectWindow(): MessagePortMain
  /** Resolves when the library is closed and the process has ended. */
  close(): Promise<void>
}

/** Starts the library in a separate process; `onLost` is called if that ends later without a request. */
export function startLibrary(
  script: string,
  { places, secrets }: { places: Places; secrets: Secrets },
  onLost: (code: number) => void,
): LibraryLink {
  return new LibraryProcess(script, { places, secrets }, onLost)
}

class LibraryProcess implements LibraryLink {
  readonly calls: ContractRouterClient<typeof linkContract>
  readonly opened: Promise<void>
  readonly #child: UtilityProcess
  readonly #ended: Promise<number>
  readonly #closing = Promise.withResolvers<void>()
  #isClosing = false

  constructor(
    script: string,
    { places, secrets }: { places: Places; secrets: Secrets },
    onLost: (code: number) => void,
  ) {
    this.#child = utilityProcess.fork(script, [], { serviceName: 'Lumafold library' })
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
    const { port1, port2 } = new MessageChannelMain()
    this.calls = createORPCClient(new RPCLink({ port: port1 }))
    port1.start()
    this.opened = this.#open(places, secrets, port2, onLost)
  }

  async #open(places: Places, secrets: Secrets, port: MessagePortMain, onLost: (code: number) => void): Promise<void> {
    const opened = this.#received('opened')
    const failed = this.#failed()
    this.#send({ type: 'open', places }, [port, serveSecrets(secrets), serveTrash()])
    await Promise.race([opened, failed, this.#closing.promise])
    void this.#ended.then((code) => {
      if (!this.#isClosing) onLost(code)
    })
  }

  connectWindow(): MessagePortMain {
    const channel = new MessageChannelMain()
    this.#send({ type: 'window' }, [channel.port1])
    return channel.port2
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#closing.resolve()
    const closed = this.#received('closed')
    this.#send({ type: 'close' })
    await Promise.race([closed, this.#ended, new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))])
    this.#child.kill()
  }

  #send(message: ToLibrary, ports: MessagePortMain[] = []): void {
    this.#child.postMessage(message, ports)
  }

  #received(type: FromLibrary['type']): Promise<void> {
    return new Promise((resolve) =>
      this.#child.on('message', (message: FromLibrary) => {
        if (message.type === type) resolve()
      }),
    )
  }

  #failed(): Promise<never> {
    return new Promise((_, reject) => {
      this.#child.on('message', (message: FromLibrary) => {
        if (message.type === 'failed') reject(new TextError(message.why))
      })
      void this.#ended.then((code) => reject(new Error(`The library's process ended at once (code ${code}).`)))
    })
  }
}

/** The port on which the library asks for secrets. */
function serveSecrets(secrets: Secrets): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain()
  new RPCHandler(createSecretsRouter(secrets)).upgrade(port1)
  port1.start()
  return port2
}

/** The port on which the library asks for the system's trash. */
function serveTrash(): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain()
  new RPCHandler(createTrashRouter((path) => shell.trashItem(path))).upgrade(port1)
  port1.start()
  return port2
}
