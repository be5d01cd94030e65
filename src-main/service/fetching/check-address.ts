import { ServiceError } from '../errors/service-error.ts'
import { toFetchFailure } from './fetch-failure.ts'
import { findAddresses, type HostRules } from './guarded-agent.ts'
import { readAddress } from './read-address.ts'

/**
 * Throws ServiceError 400 for an address that may not be called. A name that cannot be looked up just now may be called
 * later; one that is unknown is a mistake in the address.
 */
export async function checkAddress(text: string, rules: HostRules): Promise<void> {
  try {
    const { hostname } = readAddress(text)
    await findAddresses(hostname, rules)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAI_AGAIN') return
    throw new ServiceError(400, toFetchFailure(error, hostOf(text)).message, {}, { cause: error })
  }
}

/** Queries of addresses may hold secrets: only the host goes into the log. */
export function hostOf(text: string): string {
  return URL.canParse(text.trim()) ? new URL(text.trim()).host : 'the given host'
}
