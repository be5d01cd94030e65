import { inEnglish } from '../../contract/sentences/write-text.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import type { Indexes } from '../../indexes/named/indexes.ts'
import type { TrainingWatch } from '../../indexes/named/trained-states.ts'
import type { EntryPicture, NewVector } from '../../indexes/store/port.ts'
import { messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Account, Analysis, Uploads } from '../ports/ports.ts'

/** What a move needs: the owner of the index, the stored pictures, and the analysis that describes them. */
export type MoveDependencies = {
  accountOf: (id: string) => Promise<Account | undefined>
  uploads: Pick<Uploads, 'find' | 'keptPictures'>
  analysis: Pick<Analysis, 'run' | 'contentModels'>
}

/** New vectors are held in memory until all are complete: at most about 50 MB. */
const MAX_ENTRIES = 10_000
/** Number of tries for one picture while the service is overloaded, and the pause between them in milliseconds. */
const TRIES = 5
const PAUSE_MS = 2_000

/**
 * Moves a content index to the best installed model before it is trained, if it was made with another one and every
 * picture is kept as an upload. Resolves to a note for the ticket: that the index moved, or why it keeps its model;
 * empty if there is nothing to say. Entries saved during the move are described, too. Does not count as an analysis.
 */
export async function moveIndex(
  name: IndexName,
  indexes: Indexes,
  { signal, onProgress }: TrainingWatch,
  dependencies: MoveDependencies,
): Promise<string> {
  const account = await dependencies.accountOf(name.owner ?? '')
  if (name.kind === 'colors' || account === undefined) return ''
  const held = await indexes.modelFor('save', name)
  const [best] = dependencies.analysis.contentModels()
  if (held === undefined || best === undefined || held === best) return ''
  const entries = await indexes.pictures(name)
  const unkept = countUnkept(entries, await dependencies.uploads.keptPictures(account))
  if (unkept > 0 || entries.length > MAX_ENTRIES) return keeps(held, best, reasonOf(entries.length, unkept))
  const vectors = new Map<string, NewVector>()
  try {
    for (let lacking = entries; lacking.length > 0; lacking = await indexes.move(name, { model: best, vectors })) {
      const kept = await dependencies.uploads.keptPictures(account)
      for (const entry of lacking) {
        signal.throwIfAborted()
        vectors.set(entry.entryId, await describeEntry(entry, { kept, account, best, signal, ...dependencies }))
        onProgress(Math.min(1, vectors.size / entries.length))
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    return keeps(
      held,
      best,
      `describing its pictures again failed: ${messageOf(error)} Train it again to try once more.`,
    )
  }
  return `Moved from the model ${held} to ${best}: ${vectors.size} pictures were described again, and distances are those of ${best}.`
}

type Describing = MoveDependencies & {
  kept: ReadonlyMap<string, string>
  account: Account
  best: string
  signal: AbortSignal
}

async function describeEntry({ entryId, picture }: EntryPicture, given: Describing): Promise<NewVector> {
  const uploadId = picture === null ? undefined : given.kept.get(picture)
  if (picture === null || uploadId === undefined) throw new Error(`the picture of the entry "${entryId}" is not kept.`)
  for (let tries = 1; ; tries++) {
    try {
      return { picture, vector: (await describeUpload(uploadId, given)).vector }
    } catch (error) {
      const isBusy = error instanceof ServiceError && error.status === 503
      if (!isBusy || tries === TRIES) throw error
      await delay(PAUSE_MS, undefined, { signal: given.signal })
    }
  }
}

async function describeUpload(
  uploadId: string,
  { uploads, analysis, account, best, signal }: Describing,
): Promise<PictureVector> {
  const held = await uploads.find(account, uploadId)
  try {
    const [answer] = await analysis.run(account, held, [{ operation: 'contentVector', modelId: best }], signal)
    if (!answer.ok) throw new Error(inEnglish(answer.message))
    if (answer.value !== null) return answer.value
    throw new Error(`the model ${best} is not installed any more.`)
  } finally {
    await held.release()
  }
}

const countUnkept = (entries: readonly EntryPicture[], kept: ReadonlyMap<string, string>): number =>
  entries.filter(({ picture }) => picture === null || !kept.has(picture)).length

function reasonOf(entries: number, unkept: number): string {
  return unkept > 0
    ? `${unkept} of ${entries} pictures are not known any more. Upload them again and train within 24 hours, or save all in a new index.`
    : `it has ${entries} entries, and at most ${MAX_ENTRIES} are described again. Save the pictures in a new index.`
}

const keeps = (held: string, best: string, why: string): string =>
  `The index keeps the model ${held}, though ${best} is installed: ${why}`
