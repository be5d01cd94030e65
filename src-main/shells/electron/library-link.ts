import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { MessageChannelMain, shell, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron'
import type { Secrets } from '../../library/host/secrets.ts'
import type { Places } from '../places.ts'
import type { FromLibrary, linkContract, ToLibrary } from './link-contract.ts'
import { createSecretsRouter } from './secrets-link.ts'
import { createTrashRouter } from './trash-link.ts'

/** Maximum time in milliseconds for a library to close. */
const CLOSE_TIMEOUT_MS = 10_000

/** The library process as the main process sees it. */
export type LibraryLink = {
  calls: ContractRouterClient<typeof linkContract>
  /** A port for the library's calls from one page. */
  connectWindow(): MessagePortMain
  /** Resolves when the library is closed and the process has ended. */
  close(): Promise<void>
}

/**
 * Starts the library in a process of its own. Rejects with the reason if it cannot be opened; `onLost` is called if the
 * process later ends without being told to.
 */
export async function startLibrary(
  script: string,
  { places, secrets }: { places: Places; secrets: Secrets },
  onLost: (code: number) => void,
): Promise<LibraryLink> {
  const library = new LibraryProcess(script)
  await library.open(places, secrets)
  library.watch(onLost)
  return library
}

class LibraryProcess implements LibraryLink {
  readonly calls: ContractRouterClient<typeof linkContract>
  readonly #child: UtilityProcess
  readonly #ended: Promise<number>
  readonly #libraryPort: MessagePortMain
  #isClosing = false

  constructor(script: string) {
    this.#child = utilityProcess.fork(script, [], { serviceName: 'Lumafold library' })
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
    const { port1, port2 } = new MessageChannelMain()
    this.calls = createORPCClient(new RPCLink({ port: port1 }))
    port1.start()
    this.#libraryPort = port2
  }

  /** Resolves once the library is open; rejects with its reason, or if the process ends before. */
  async open(places: Places, secrets: Secrets): Promise<void> {
    const opened = this.#received('opened')
    const failed = this.#failed()
    this.#send({ type: 'open', places }, [this.#libraryPort, serveSecrets(secrets), serveTrash()])
    await Promise.race([opened, failed])
  }

  /** Calls `onLost` with the exit code if the process ends unexpectedly. */
  watch(onLost: (code: number) => void): void {
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
        if (message.type === 'failed') reject(new Error(message.reason))
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
