import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { Blocked, asBlocked } from '../../src-main/analysis/photo/blocked.ts'
import { describeVipsError } from '../../src-main/analysis/decode/describe-vips-error.ts'
import { writeFailures } from '../../src-main/analysis/models/installer/install-model.ts'
import { readPublished } from '../../src-main/analysis/models/pair/find-pair.ts'
import { failedOutcome, failedRender } from '../../src-main/compute/host/describe-failure.ts'
import type { JobFailure } from '../../src-main/compute/host/job.ts'
import { recognise } from '../../src-main/contract/sentences/recognise.ts'
import { problemSentence } from '../../src-main/library/editing/changes/text-problems.ts'
import { withPath } from '../../src-main/library/host/explain-system-error.ts'
import { LeftOut } from '../../src-main/library/transfer/import/foreign/left-out.ts'
import { parseKeywordList } from '../../src-main/library/keywords/keyword-list.ts'
import { failureOf, unfit, unreachable } from '../../src-main/library/map-tiles/tile-failure.ts'
import { describeStorageFault } from '../../src-main/library/queue/storage-fault.ts'
import { describeUpdateError } from '../../src-main/shells/electron/updates/describe-update-error.ts'
import { readSigned } from '../../src-main/shells/electron/updates/feed-signature.ts'
import { whyNoAnswer } from '../../src-main/engines/remote/http/describe-network-error.ts'

/** An error of the system. */
const failed = (code: string): Error => Object.assign(new Error(`${code}: failed`), { code })
const pathError = (code: string): Promise<string> =>
  withPath('/Photos', () => Promise.reject(failed(code))).catch((error: Error) => error.message)
const jobFailures: JobFailure['code'][] = ['crashed', 'out-of-memory', 'timed-out', 'stalled', 'not-run']
const outcomeOf = (code: JobFailure['code'], how: string): string => {
  const outcome = failedOutcome({ code, how })
  return outcome.ok ? '' : outcome.reason
}
const lossesOf = (): string[] => {
  const left = new LeftOut()
  for (const loss of ['copy', 'stack', 'stack', 'faceName'] as const) left.add(loss)
  return left.list().map(({ what, count }) => `${count} ${what}`)
}

const wrongSignature = (): string => {
  const { publicKey } = generateKeyPairSync('ed25519')
  try {
    return readSigned('version: 9', '', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  } catch (error) {
    return describeUpdateError(error)
  }
}

const refusalOf = (run: () => unknown): string => {
  try {
    run()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const LISTS = ['a\n\t\tb', '{a}', 'a'.repeat(201)]

/** What the library says of each kind, by the functions that say it. */
const said: Record<string, () => Promise<string[]> | string[]> = {
  'of what an import leaves out': lossesOf,
  'of texts': () =>
    (['country-code', 'copyright-status', 'email', 'web'] as const).map((problem) => problemSentence(problem, 'x')),
  'of paths': () =>
    Promise.all(['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOSPC'].map(pathError)),
  'of lists of keywords': () => LISTS.map((list) => refusalOf(() => parseKeywordList(list))),
  'of text-image pairs': () => ['{', '{"version": 1}'].map((text) => refusalOf(() => readPublished(text))),
  'of models': () =>
    writeFailures([
      { title: 'Objects', message: 'The download did not succeed (a.org: the connection was cut). Check it.' },
      { title: 'Faces', message: 'It has no address; install it from a folder.' },
    ]).split('\n'),
  'of damaged pictures': () =>
    ['out of memory', 'pixel limit', 'unsupported image format', 'premature end of JPEG image', ''].map(
      (message) => describeVipsError(new Error(message)).message,
    ),
  'of drives that do not answer': () =>
    ['EIO', 'ENXIO', 'ENOTCONN', 'ESTALE', 'ETIMEDOUT', 'ENETDOWN', 'ECONNRESET', 'EBUSY', 'EMFILE', 'ENOSPC']
      .map((code) => asBlocked(failed(code)) ?? new Blocked('file', ''))
      .map(({ message }) => message),
  'of work that failed': () => [
    ...jobFailures.map((code) => outcomeOf(code, 'it did not close')),
    ...['ENOMEM', 'ENOSPC', 'EACCES'].map((how) => outcomeOf('not-run', how)),
    failedRender({ code: 'crashed', how: 'signal SIGKILL' }).message,
    describeStorageFault(failed('ENOSPC')),
    describeStorageFault(failed('EIO')),
  ],
  'of tiles': () => [
    ...[401, 429, 500, 418].map((status) => failureOf({ status, headers: {} }, 'a.org')?.message ?? ''),
    unfit('a.org', 'text/html').message,
    unreachable(failed('ENOTFOUND'), 'a.org').message,
  ],
  'of updates': () => [
    ...[{ statusCode: 404 }, { code: 'ERR_CHECKSUM_MISMATCH' }, new Error('net::ERR_INTERNET_DISCONNECTED')].map(
      describeUpdateError,
    ),
    wrongSignature(),
  ],
  'of the network': () =>
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'UND_ERR_SOCKET', 'EOTHER', ''].map(
      (code) => whyNoAnswer(failed(code)).reason,
    ),
}

test.each(Object.keys(said))('what is said %s is known again by the window', async (kind) => {
  for (const sentence of await said[kind]!())
    expect(recognise(sentence).next().value, `${kind}: ${sentence}`).toBeDefined()
})
