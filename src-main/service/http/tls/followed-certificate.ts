import type { Server } from 'node:https'
import { messageOf } from '../../../contract/errors.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import { PeriodicTask } from '../../timers/periodic-task.ts'
import {
  type CertificateBytes,
  type CertificateFiles,
  checkCertificate,
  readCertificate,
  warnOfDates,
} from './read-certificate.ts'

export type CertificateOptions = CertificateFiles & {
  log: ServiceLog
  /** Milliseconds between two checks of the files. */
  pollMs?: number | undefined
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
}

const POLL_MS = 10_000

/** Reads and checks a certificate; rejects with AppError `bad-params` if it cannot be served. */
export async function openCertificate(options: CertificateOptions): Promise<FollowedCertificate> {
  const bytes = await readCertificate(options)
  const warning = warnOfDates(checkCertificate(options, bytes), (options.now ?? Date.now)())
  return new FollowedCertificate(options, bytes, warning)
}

/**
 * A certificate and its key, read again when their files change: written in place, replaced by renaming, or by a link
 * to another place. The files are polled rather than watched, because distant links and network drives do not report
 * changes.
 */
export class FollowedCertificate {
  /** A problem with its dates at the start; null if there is none. */
  readonly warning: string | null
  readonly #options: CertificateOptions
  readonly #looking: PeriodicTask
  readonly #servers: Server[] = []
  #inUse: CertificateBytes
  #lastSeen: string
  #judged: string

  constructor(options: CertificateOptions, bytes: CertificateBytes, warning: string | null) {
    this.#options = options
    this.#inUse = bytes
    this.#lastSeen = this.#judged = bytes.digest
    this.warning = warning
    this.#looking = new PeriodicTask({
      work: () => this.#check(),
      intervalMs: options.pollMs ?? POLL_MS,
      log: options.log,
      failureMessage: 'the certificate could not be looked at; it is tried again',
    })
  }

  /** The certificate and key for a new server. */
  get bytes(): { cert: Buffer; key: Buffer } {
    return { cert: this.#inUse.cert, key: this.#inUse.key }
  }

  /** Gives a server each new certificate; open connections keep theirs. */
  follow(server: Server): void {
    this.#servers.push(server)
  }

  close(): Promise<void> {
    return this.#looking.close()
  }

  /** The two files are never written at once, so a change counts when the next check finds the same. */
  async #check(): Promise<void> {
    const found = await readCertificate(this.#options).catch((error: unknown) => messageOf(error))
    const seen = typeof found === 'string' ? found : found.digest
    const isSettled = seen === this.#lastSeen
    this.#lastSeen = seen
    if (!isSettled || seen === this.#judged) return
    this.#judged = seen
    this.#take(found)
  }

  #take(found: CertificateBytes | string): void {
    const { log, now = Date.now } = this.#options
    try {
      if (typeof found === 'string') throw new Error(found)
      const own = checkCertificate(this.#options, found)
      this.#inUse = found
      for (const server of this.#servers) server.setSecureContext(this.bytes)
      log.info('a new certificate is in use', { expires: own.validToDate.toISOString() })
      const warning = warnOfDates(own, now())
      if (warning !== null) log.warn(warning)
    } catch (error) {
      log.warn('the new certificate cannot be used; the one before stays in use', { reason: messageOf(error) })
    }
  }
}
