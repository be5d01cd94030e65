import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import type { KnownPerson } from '../../analysis/faces/recognise-face.ts'

/**
 * A face whose id an account has received. `vector` is null once it is removed, because it expired or too many came
 * later.
 */
export type StoredFace = { id: string; modelId: string; vector: Float32Array | null; expiresMs: number }

/** Maximum number of an account's faces; 4 KB each. */
export const MAX_FACES = 10_000

/** Faces by their ids, separately for each account. Each call is atomic; times are milliseconds since 1970. */
export type FaceStore = {
  /**
   * Keeps faces until `expiresMs`; a known face gets the new time. Beyond `MAX_FACES` of the account, the vectors that
   * expire first are removed. Clients rely on the ids they receive, so the faces are durable when this resolves.
   */
  keep(owner: string, faces: readonly FaceVector[], expiresMs: number): Promise<void>
  /** Those of these ids that the account has received, in any order. */
  find(owner: string, ids: readonly string[]): Promise<StoredFace[]>
  /** Removes vectors that expired by `now`, and ids that expired before `before`. */
  sweep(now: number, before: number): Promise<void>
  removeOwner(owner: string): Promise<void>
}

/** An index of people. `changes` increases with each change; `trainedChanges` is the state that recognition knows. */
export type PeopleIndex = {
  id: string
  changes: number
  trainedChanges: number | null
  createdMs: number
  trainedMs: number | null
}
/** A person of an index: how many faces were added, and how many of them recognition knows. */
export type PersonCount = { name: string; faces: number; trainedFaces: number }
/** Totals of an account's indexes of people. `facesOf` counts faces by person in the index in question. */
export type PeopleTotals = { indexes: number; hasIndex: boolean; faces: number; facesOf: ReadonlyMap<string, number> }
/** A person with faces to add. */
export type PersonFaces = { name: string; faces: readonly FaceVector[] }
/** A person's faces of one model as recognition knows them. */
export type TrainedPerson = KnownPerson & { modelId: string; faces: number }

/** Indexes of people, separately for each account. Each call is atomic; times are milliseconds since 1970. */
export type PeopleStore = {
  /**
   * Adds faces to people in an index, which is created if it is new; faces that a person already has stay. If `admit`,
   * which must be pure, throws, nothing changes.
   */
  add(
    at: { owner: string; indexId: string; now: number },
    people: readonly PersonFaces[],
    admit: (totals: PeopleTotals) => void,
  ): Promise<void>
  find(owner: string, indexId: string): Promise<PeopleIndex | undefined>
  /** Everyone in an index, by name. */
  people(owner: string, indexId: string): Promise<PersonCount[]>
  /** Vectors of a person's faces, trained or not, by model. */
  facesOf(owner: string, indexId: string, name: string): Promise<FaceVector[]>
  /**
   * Replaces what recognition knows by the result of a training on the faces as of `changes`; people who were removed
   * since stay removed. False if the index is gone, or already knows a later state.
   */
  switchTo(
    at: { owner: string; indexId: string; now: number; changes: number },
    people: readonly TrainedPerson[],
  ): Promise<boolean>
  /** The people that recognition knows with this model. */
  trained(owner: string, indexId: string, modelId: string): Promise<KnownPerson[]>
  /** Removes a person at once, trained or not; false if nobody had that name. */
  removePerson(owner: string, indexId: string, name: string): Promise<boolean>
  /** False if there was none. */
  removeIndex(owner: string, indexId: string): Promise<boolean>
  removeOwner(owner: string): Promise<void>
}
