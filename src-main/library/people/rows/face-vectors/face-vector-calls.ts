import type { FaceVectors } from './face-vectors.ts'

/** What callers of the catalogue may use of it. */
export type FaceVectorCalls = Pick<
  FaceVectors,
  | 'isOn'
  | 'fileId'
  | 'modelId'
  | 'whenLost'
  | 'turnOn'
  | 'turnOff'
  | 'remove'
  | 'count'
  | 'page'
  | 'vectorsOfPhoto'
  | 'vectorsOfGroup'
  | 'groupsSuggestedFor'
  | 'place'
  | 'joinGroups'
  | 'asked'
  | 'nameless'
  | 'namelessOf'
  | 'byId'
  | 'noteChanged'
  | 'settleChanged'
  | 'changed'
>

export const faceVectorCalls = (vectors: FaceVectors): FaceVectorCalls => ({
  isOn: () => vectors.isOn(),
  fileId: () => vectors.fileId(),
  modelId: () => vectors.modelId(),
  whenLost: (listener) => vectors.whenLost(listener),
  turnOn: () => vectors.turnOn(),
  turnOff: () => vectors.turnOff(),
  remove: (photoIds) => vectors.remove(photoIds),
  count: () => vectors.count(),
  page: (after, limit) => vectors.page(after, limit),
  vectorsOfPhoto: (photoId) => vectors.vectorsOfPhoto(photoId),
  vectorsOfGroup: (groupId, after, limit) => vectors.vectorsOfGroup(groupId, after, limit),
  groupsSuggestedFor: (personId) => vectors.groupsSuggestedFor(personId),
  place: (places) => vectors.place(places),
  joinGroups: (into, from, limit) => vectors.joinGroups(into, from, limit),
  asked: (after, limit) => vectors.asked(after, limit),
  nameless: (after, limit) => vectors.nameless(after, limit),
  namelessOf: (groupId, limit) => vectors.namelessOf(groupId, limit),
  byId: (ids) => vectors.byId(ids),
  noteChanged: (personId) => vectors.noteChanged(personId),
  settleChanged: (personId) => vectors.settleChanged(personId),
  changed: () => vectors.changed(),
})
