import { faultOfAll, readBatchCalls, toBatchFindings, type BatchCall } from '../../analysis/operations/batch-calls.ts'
import type { CallAnswer } from '../../analysis/operations/calls.ts'
import type { BatchFindings } from '../../contract/analysis/operations/batch.ts'
import { AppError } from '../../contract/errors.ts'
import { errorTypes, ServiceError } from '../errors/service-error.ts'
import type { BatchStore, ClaimedPicture } from '../ports/batch-store.ts'
import type { Account, Analysis, HeldPicture, PictureFetcher, Uploads } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { Admission, Usage } from '../ports/usage.ts'
import { HELD_WAIT_MS, MAX_TRIES, QUOTA_WAIT_MS, RETRY_MS } from './batch-limits.ts'

export type PictureDependencies = {
  batches: BatchStore
  /** Undefined if the account was removed. */
  accountOf(id: string): Promise<Account | undefined>
  usage: Pick<Usage, 'enterInBackground'>
  uploads: Pick<Uploads, 'find'>
  fetcher: PictureFetcher
  analysis: Pick<Analysis, 'run'>
  log: Pick<ServiceLog, 'error'>
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Runs one claimed picture to its result in the store, or returns it: until the account's quota has room again, or for
 * another try. Each successful operation counts as one analysis once its result is stored. A process that is killed in
 * between counts one too few, never one twice. Never rejects because of the picture itself.
 */
export async function runPicture(
  claimed: ClaimedPicture,
  dependencies: PictureDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { batches, accountOf, now } = dependencies
  const account = await accountOf(claimed.batch.accountId)
  if (account === undefined) return batches.removeAccount(claimed.batch.accountId)
  const calls = readBatchCalls(claimed.batch.operations)
  const admission = await enter(claimed, account, calls.length, dependencies)
  if (admission === null) return
  try {
    const findings = await findOut(claimed, { account, calls }, dependencies, signal)
    if (await batches.finish(claimed, findings, now())) await admission.processed(Object.keys(findings.results).length)
  } catch (error) {
    await tryLater(claimed, { calls, error, isStopping: signal.aborted }, dependencies)
  } finally {
    await admission.leave()
  }
}

/** Null if the account's quota has no room now; the picture was returned to wait for it. */
async function enter(
  claimed: ClaimedPicture,
  account: Account,
  analyses: number,
  { usage, batches, now }: PictureDependencies,
): Promise<Admission | null> {
  try {
    return await usage.enterInBackground(account, analyses)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.status === 403) await batches.wait(claimed, now() + QUOTA_WAIT_MS, error.message)
    else await batches.putBack(claimed, now() + HELD_WAIT_MS, 'untried')
    return null
  }
}

type Work = { account: Account; calls: readonly BatchCall[] }

/** Rejects if another try may succeed. */
async function findOut(
  { picture }: ClaimedPicture,
  { account, calls }: Work,
  { uploads, fetcher, analysis }: PictureDependencies,
  signal: AbortSignal,
): Promise<BatchFindings> {
  let held: HeldPicture
  try {
    held = await ('image_upload_id' in picture
      ? uploads.find(account, picture.image_upload_id)
      : fetcher.fetch(picture.image_url, { bytes: account.plan.pictureBytes }, signal))
  } catch (error) {
    const fault = toFault(error)
    if (fault === null) throw error
    return faultOfAll(calls, fault)
  }
  try {
    const asked = calls.map(({ call }) => call)
    const answers: readonly CallAnswer[] = await analysis.run(account, held, asked, signal)
    return toBatchFindings(calls, answers)
  } finally {
    await held.release()
  }
}

/** What is wrong with the picture itself; null for failures that another try may solve. */
function toFault(error: unknown): { code: string; message: string } | null {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (!(error instanceof ServiceError) || error.status >= 500 || error.status === 429) return null
  return { code: errorTypes[error.status], message: error.message }
}

type Failure = { calls: readonly BatchCall[]; error: unknown; isStopping: boolean }

/** Returns the picture; after the last try its result is an error. A stop of the service does not count as a try. */
async function tryLater(
  claimed: ClaimedPicture,
  { calls, error, isStopping }: Failure,
  { batches, log, now }: PictureDependencies,
): Promise<void> {
  if (isStopping) return batches.putBack(claimed, now(), 'untried')
  if (!(error instanceof ServiceError)) log.error('a picture of a batch could not be analysed', { error })
  if (claimed.tries < MAX_TRIES) return batches.putBack(claimed, now() + RETRY_MS * 2 ** (claimed.tries - 1), 'tried')
  const message = error instanceof ServiceError ? error.message : 'Unexpected error. Details are in the log.'
  await batches.finish(claimed, faultOfAll(calls, { code: 'unavailable', message }), now())
}
