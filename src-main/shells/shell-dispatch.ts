import type { ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import { errorCodes, type ErrorCode } from '../contract/errors.ts'
import type { HostContract } from '../contract/library/host-contract.ts'
import { shellContract } from '../contract/shell/contract.ts'
import { toCallerError } from '../library/api/dispatch/dispatch.ts'
import type { Log } from '../library/host/log.ts'

/** What a shell may ask of the library, in the same process or over a port. */
export type HostCalls = ContractRouterClient<HostContract>

/** Whether an error left the library with one of its codes; its sentence is meant for the person. */
export function isKnownError(error: unknown): error is ORPCError<ErrorCode, unknown> {
  return error instanceof ORPCError && (errorCodes as readonly string[]).includes(error.code)
}

/** The only dispatch of a shell's calls. Its errors have the same form as the library's, which stay as they are. */
export function implementShell(log: Log) {
  return implement(shellContract).use(async ({ next, path }) => {
    try {
      return await next()
    } catch (error) {
      if (isKnownError(error))
        throw new ORPCError(error.code, { message: error.message, data: error.data, status: error.status })
      throw toCallerError(error, `shell.${path.join('.')}`, log)
    }
  })
}
