import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import type { RecognisedPerson } from '../../analysis/faces/recognise-face.ts'
import type { FaceTicketAnswer } from '../../contract/analysis/face-ticket.ts'
import type { FaceStore, PeopleStore } from '../ports/face-store.ts'
import type { FaceTicketStore, FaceOutcome, FaceTicket } from '../ports/face-ticket-store.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { FaceTickets } from './face-tickets.ts'
import { KnownFaces, requireOneModel } from './known-faces.ts'
import { People, type DescribedIndex, type GivenPeople } from './people.ts'
import { setImmediate as pause } from 'node:timers/promises'
import { compareFaces, groupFaces } from '../../analysis/faces/group-faces.ts'
import { messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'

export type FaceServiceOptions = {
  jobs: Jobs
  store: { faces: FaceStore; people: PeopleStore; faceTickets: FaceTicketStore }
  callbacks: Pick<Callbacks, 'send'>
  /** Milliseconds since 1970. */
  now: () => number
  log: Pick<ServiceLog, 'error' | 'warn'>
}

/** Faces of the accounts: compared, grouped and recognised. Calls never reach another account's data. */
export class FaceService {
  readonly #store: FaceServiceOptions['store']
  readonly #faces: KnownFaces
  readonly #people: People
  readonly #tickets: FaceTickets

  private constructor(parts: {
    store: FaceServiceOptions['store']
    faces: KnownFaces
    people: People
    tickets: FaceTickets
  }) {
    this.#store = parts.store
    this.#faces = parts.faces
    this.#people = parts.people
    this.#tickets = parts.tickets
  }

  /**
   * Opens the service; until its jobs are closed, this node runs groupings and trainings, whichever node issued them.
   */
  static async open({ jobs, store, callbacks, now, log }: FaceServiceOptions): Promise<FaceService> {
    const faces = new KnownFaces(store.faces, now)
    const people = new People(store.people, faces, now)
    const tickets = await FaceTickets.open({
      jobs,
      store: store.faceTickets,
      work: (ticket, signal) => doFaceTask(ticket, { faces, people }, signal),
      callbacks,
      now,
      log,
    })
    return new FaceService({ store, faces, people, tickets })
  }

  /** Keeps faces for 24 hours, so that their ids can be returned. */
  keep(owner: string, faces: readonly FaceVector[]): Promise<void> {
    return this.#faces.keep(owner, faces)
  }

  /** How alike two faces are, 0 to 100; throws ServiceError 404 or 410 for an unknown or expired id. */
  compare(owner: string, one: string, other: string): Promise<number> {
    return this.#faces.compare(owner, one, other)
  }

  /** A ticket for grouping faces by person; repeated ids count once. Throws as `compare` does, or 429. */
  async group(owner: string, faces: readonly string[], callbackUrl: string | null): Promise<string> {
    const ids = [...new Set(faces)]
    requireOneModel(await this.#faces.require(owner, ids))
    return this.#tickets.issue(owner, { task: 'grouping', faces: ids }, callbackUrl)
  }

  /** Adds faces to people of an index, which is created if it is new; the next training includes them. */
  addPeople(owner: string, indexId: string, people: GivenPeople): Promise<void> {
    return this.#people.add(owner, indexId, people)
  }

  describePeople(owner: string, indexId: string): Promise<DescribedIndex> {
    return this.#people.describe(owner, indexId)
  }

  /** A ticket for a training, after which recognition knows everyone added before. */
  async trainPeople(owner: string, indexId: string, callbackUrl: string | null): Promise<string> {
    await this.#people.require(owner, indexId)
    return this.#tickets.issue(owner, { task: 'training', indexId }, callbackUrl)
  }

  /** All known people by how alike they are to a face, most alike first. */
  recognise(owner: string, indexId: string, faceId: string): Promise<RecognisedPerson[]> {
    return this.#people.recognise(owner, indexId, faceId)
  }

  /** Removes a person at once. */
  removePerson(owner: string, indexId: string, name: string): Promise<void> {
    return this.#people.removePerson(owner, indexId, name)
  }

  removePeople(owner: string, indexId: string): Promise<void> {
    return this.#people.removeIndex(owner, indexId)
  }

  /** The state of a ticket about faces; null if there is none. */
  ticket(owner: string, id: string): Promise<FaceTicketAnswer | null> {
    return this.#tickets.read(owner, id)
  }

  /** Removes all data of an account. */
  async removeOwner(owner: string): Promise<void> {
    await this.#tickets.removeOwner(owner)
    await this.#store.people.removeOwner(owner)
    await this.#store.faces.removeOwner(owner)
  }

  /** Removes expired faces and tickets; called periodically, once for all nodes. */
  async sweep(): Promise<void> {
    await this.#faces.sweep()
    await this.#tickets.sweep()
  }
}

/** Does the work of a ticket. Failures that concern the client become its outcome; other errors reject. */
async function doFaceTask(
  { owner, task }: Pick<FaceTicket, 'owner' | 'task'>,
  { faces, people }: { faces: KnownFaces; people: People },
  signal: AbortSignal,
): Promise<FaceOutcome> {
  if (task.task === 'grouping') return group(owner, task.faces, faces, signal)
  const known = await people.train(owner, task.indexId)
  if (known === null) return { state: 'failed', text: 'The index was removed before its training.' }
  return { state: 'trained', ...known }
}

/** Groups faces, with a pause for other requests after each face. */
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
