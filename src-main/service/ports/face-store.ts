import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import type { KnownPerson } from '../../analysis/faces/recognise-face.ts'

/**
 * A face whose id an account was told. `vector` is null once it is forgotten: its time is over, or too many came after
 * it.
 */
export type StoredFace = { id: string; modelId: string; vector: Float32Array | null; expiresMs: number }

/** Faces of an account that are kept at once; 4 KB each. */
export const MOST_FACES = 10_000

/**
 * Faces by their ids, of each account apart. Each call is whole by itself; times are milliseconds since 1970.
 */
export type FaceStore = {
  /**
   * Keeps faces until `expiresMs`; one that is known is kept anew. Beyond `MOST_FACES` of the account the vectors that
   * expire first are forgotten. Whoever is told the ids relies on them: they are safe when this resolves.
   */
  keep(owner: string, faces: readonly FaceVector[], expiresMs: number): Promise<void>
  /** Those of these ids that the account was told, in any order. */
  find(owner: string, ids: readonly string[]): Promise<StoredFace[]>
  /** Forgets vectors that expired by `now`, and ids that expired before `before`. */
  sweep(now: number, before: number): Promise<void>
  removeOwner(owner: string): Promise<void>
}

/** An index of people. `changes` rises with each alteration; `trainedChanges` is the one that recognition knows. */
export type PeopleIndex = {
  id: string
  changes: number
  trainedChanges: number | null
  createdMs: number
  trainedMs: number | null
}
/** Someone of an index: how many faces were added, and how many of them recognition knows. */
export type PersonCount = { name: string; faces: number; trainedFaces: number }
/** What an account keeps in its indexes of people. `faces` by person are those of the index in question. */
export type PeopleTotals = { indexes: number; hasIndex: boolean; faces: number; facesOf: ReadonlyMap<string, number> }
/** Someone's faces, as they are added. */
export type PersonFaces = { name: string; faces: readonly FaceVector[] }
/** Someone's faces by one model as recognition knows them. */
export type TrainedPerson = KnownPerson & { modelId: string; faces: number }

/**
 * Indexes of people, of each account apart. Each call is whole by itself; times are milliseconds since 1970.
 */
export type PeopleStore = {
  /**
   * Adds faces to people, in an index that is made where it is new; a face that someone has already stays. What `admit`
   * throws leaves everything as it was; it is pure.
   */
  add(
    at: { owner: string; indexId: string; now: number },
    people: readonly PersonFaces[],
    admit: (totals: PeopleTotals) => void,
  ): Promise<void>
  find(owner: string, indexId: string): Promise<PeopleIndex | undefined>
  /** Everyone in an index, by name. */
  people(owner: string, indexId: string): Promise<PersonCount[]>
  /** Vectors of someone's faces, trained or not, by model. */
  facesOf(owner: string, indexId: string, name: string): Promise<FaceVector[]>
  /**
   * What recognition knows from now on, made of the faces as they were at `changes`; people who were removed since stay
   * removed. False where the index is gone, or already knows a later state.
   */
  switchTo(
    at: { owner: string; indexId: string; now: number; changes: number },
    people: readonly TrainedPerson[],
  ): Promise<boolean>
  /** Whom recognition knows by this model. */
  trained(owner: string, indexId: string, modelId: string): Promise<KnownPerson[]>
  /** Removes someone, known or not yet, at once; false where there was nobody of that name. */
  removePerson(owner: string, indexId: string, name: string): Promise<boolean>
  /** False where there was none. */
  removeIndex(owner: string, indexId: string): Promise<boolean>
  removeOwner(owner: string): Promise<void>
}
