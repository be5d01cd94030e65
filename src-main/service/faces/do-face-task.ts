import { setImmediate as pause } from 'node:timers/promises'
import { compareFaces, groupFaces } from '../../analysis/faces/group-faces.ts'
import { messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { FaceOutcome, FaceTicket } from '../ports/face-ticket-store.ts'
import type { KnownFaces } from './known-faces.ts'
import type { People } from './people.ts'

/** Does what a ticket promises; what it can say about a failure is its outcome, and other errors reject. */
export async function doFaceTask(
  { owner, task }: Pick<FaceTicket, 'owner' | 'task'>,
  { faces, people }: { faces: KnownFaces; people: People },
  signal: AbortSignal,
): Promise<FaceOutcome> {
  if (task.task === 'grouping') return group(owner, task.faces, faces, signal)
  const known = await people.train(owner, task.indexId)
  if (known === null) return { state: 'failed', text: 'The index was removed before its training.' }
  return { state: 'trained', ...known }
}

/** Groups faces, with a pause for other requests after each. */
async function group(
  owner: string,
  ids: readonly string[],
  faces: KnownFaces,
  signal: AbortSignal,
): Promise<FaceOutcome> {
  try {
    const found = await faces.require(owner, ids)
    const comparing = compareFaces(found.map(({ vector }) => vector))
    let step = comparing.next()
    for (; !step.done; step = comparing.next()) await pause(undefined, { signal })
    const { groups, ungrouped } = groupFaces(step.value)
    const idsOf = (numbers: readonly number[]) => numbers.map((number) => ids[number]!)
    return { state: 'grouped', groups: groups.map(idsOf), ungrouped: idsOf(ungrouped) }
  } catch (error) {
    if (error instanceof ServiceError) return { state: 'failed', text: messageOf(error) }
    throw error
  }
}
