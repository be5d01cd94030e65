import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { oc, type ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import type { MessagePortMain } from 'electron'
import { z } from 'zod'
import { messageOf } from '../../contract/errors.ts'

/** What the library process asks over a separate port of the main process, which alone can use the system's trash. */
const trashContract = { move: oc.input(z.object({ path: z.string().min(1) })).output(z.void()) }

type Move = (path: string) => Promise<void>

/** The end in the main process; `move` is Electron's `shell.trashItem`. */
export function createTrashRouter(move: Move) {
  const os = implement(trashContract)
  // The person should see the system's message, which other errors would lose during the transfer.
  const refuse = (error: unknown): never => {
    throw new ORPCError('file-unreadable', { message: messageOf(error) })
  }
  return os.router({ move: os.move.handler(({ input }) => move(input.path).catch(refuse)) })
}

/** The end in the library process. */
export function connectTrash(port: MessagePortMain): Move {
  const calls = createORPCClient<ContractRouterClient<typeof trashContract>>(new RPCLink({ port }))
  port.start()
  return (path) => calls.move({ path })
}
