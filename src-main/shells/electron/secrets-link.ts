import { isText, Text } from '../../contract/sentences/text.ts'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { oc, type ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import type { MessagePortMain } from 'electron'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Secrets } from '../../library/host/secrets.ts'
import { isKnownError } from '../shell-dispatch.ts'

const Name = z.object({ name: z.string() })

/**
 * What the library process may ask over a separate port of the main process, which alone can use the system's secret
 * store.
 */
const secretsContract = {
  about: oc.output(z.object({ kind: z.enum(['keychain', 'file', 'environment']), note: Text })),
  get: oc.input(Name).output(z.string().nullable()),
  set: oc.input(Name.extend({ value: z.string() })).output(z.void()),
  remove: oc.input(Name).output(z.void()),
}

/** The end in the main process. An AppError keeps its code and sentence during the transfer. */
export function createSecretsRouter(secrets: Secrets) {
  const os = implement(secretsContract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new ORPCError(error.code, { message: error.message, data: { text: error.text } })
    }
  })
  return os.router({
    about: os.about.handler(() => ({ kind: secrets.kind, note: secrets.note })),
    get: os.get.handler(({ input }) => secrets.get(input.name)),
    set: os.set.handler(({ input }) => secrets.set(input.name, input.value)),
    remove: os.remove.handler(({ input }) => secrets.remove(input.name)),
  })
}

/** The end in the library process. */
export async function connectSecrets(port: MessagePortMain): Promise<Secrets> {
  const calls = createORPCClient<ContractRouterClient<typeof secretsContract>>(new RPCLink({ port }))
  port.start()
  return {
    ...(await calls.about()),
    get: (name) => calls.get({ name }).catch(asAppError),
    set: (name, value) => calls.set({ name, value }).catch(asAppError),
    remove: (name) => calls.remove({ name }).catch(asAppError),
  }
}

function asAppError(error: unknown): never {
  if (!isKnownError(error)) throw error
  const { text } = (error.data ?? {}) as { text?: unknown }
  throw new AppError(error.code, isText(text) ? text : error.message, { cause: error })
}
