import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { MessageChannelMain, utilityProcess, type MessagePortMain } from 'electron'
import type { Secrets } from '../../core/host.ts'
import type { Places } from '../places.ts'
import type { FromLibrary, linkContract, ToLibrary } from './link-contract.ts'
import { createSecretsRouter } from './secrets-link.ts'

const CLOSE_PATIENCE_MS = 10_000

/** The library process as the main process sees it. */
export type LibraryLink = {
  calls: ContractRouterClient<typeof linkContract>
  /** A port for one page; it carries the library's calls. */
  connectWindow(): MessagePortMain
  /** Resolves when the library is closed and the process has ended. */
  close(): Promise<void>
}

/**
 * Starts the library in a process of its own. Rejects with the reason where it cannot be opened; `onLost` is called
 * when
 * the process ends later without having been told to.
 */
export async function startLibrary(
  script: string,
  { places, secrets }: { places: Places; secrets: Secrets },
  onLost: (code: number) => void,
): Promise<LibraryLink> {
  const child = utilityProcess.fork(script, [], { serviceName: 'Lumafold library' })
  const send = (message: ToLibrary, ports: MessagePortMain[] = []) => child.postMessage(message, ports)
  const answered = (type: FromLibrary['type']) =>
    new Promise<void>((resolve) =>
      child.on('message', (message: FromLibrary) => {
        if (message.type === type) resolve()
      }),
    )
  const ended = new Promise<number>((resolve) => child.once('exit', resolve))
  const { port1, port2 } = new MessageChannelMain()
  const link = new RPCLink({ port: port1 })
  port1.start()
  const failed = new Promise<never>((_, reject) => {
    child.on('message', (message: FromLibrary) => {
      if (message.type === 'failed') reject(new Error(message.reason))
    })
    void ended.then((code) => reject(new Error(`The library's process ended at once (code ${code}).`)))
  })
  const opened = answered('opened')
  send({ type: 'open', places }, [port2, serveSecrets(secrets)])
  await Promise.race([opened, failed])
  let isClosing = false
  void ended.then((code) => {
    if (!isClosing) onLost(code)
  })
  return {
    calls: createORPCClient(link),
    connectWindow() {
      const channel = new MessageChannelMain()
      send({ type: 'window' }, [channel.port1])
      return channel.port2
    },
    async close() {
      isClosing = true
      const closed = answered('closed')
      send({ type: 'close' })
      await Promise.race([closed, ended, new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS))])
      child.kill()
    },
  }
}

/** The port on which the library asks for secrets. */
function serveSecrets(secrets: Secrets): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain()
  new RPCHandler(createSecretsRouter(secrets)).upgrade(port1)
  port1.start()
  return port2
}
