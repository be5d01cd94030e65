import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { oc, type ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import type { MessagePortMain } from 'electron'
import { z } from 'zod'
import { messageOf } from '../../contract/errors.ts'

/** What the library process asks of the main process, which alone reaches the system's trash, over a port of its own. */
const trashContract = { move: oc.input(z.object({ path: z.string().min(1) })).output(z.void()) }

type Move = (path: string) => Promise<void>

/** The main process's end; `move` is Electron's `shell.trashItem`. */
export function createTrashRouter(move: Move) {
  const os = implement(trashContract)
  // What the system says goes to the person; other errors would arrive without their words.
  const refuse = (error: unknown): never => {
    throw new ORPCError('file-unreadable', { message: messageOf(error) })
  }
  return os.router({ move: os.move.handler(({ input }) => move(input.path).catch(refuse)) })
}

/** The library process's end of it. */
export function connectTrash(port: MessagePortMain): Move {
  const calls = createORPCClient<ContractRouterClient<typeof trashContract>>(new RPCLink({ port }))
  port.start()
  return (path) => calls.move({ path })
}
