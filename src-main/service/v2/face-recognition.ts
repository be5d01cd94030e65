import { z } from 'zod'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { checkName } from '../../indexes/named/index-name.ts'
import type { DescribedIndex } from '../faces/people.ts'
import { done, success } from '../http/envelopes.ts'
import { pickKnown } from '../http/parameters.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call, Route } from '../http/route.ts'
import { checkCallback } from './check-callback.ts'
import { exampleFaces, PeopleBody, RecognitionParameters } from './face-parameters.ts'
import { TrainParameters } from './parameters.ts'

/** The state of an index of people. */
const PeopleMetadata = z.object({
  index_id: z.string(),
  kind: z.literal('people'),
  people: z.array(
    z.object({
      id: z.string(),
      faces: z.int().describe('Faces that were added.'),
      trained_faces: z.int().describe('Faces of the last training.'),
    }),
  ),
  is_trained: z.boolean().describe('Whether recognition knows all that was added.'),
  created_at: z.string(),
  trained_at: z.string().nullable(),
})

const Recognised = z.object({
  people: z.array(
    z.object({
      id: z.string().describe('The name under which the person was added.'),
      score: z
        .number()
        .min(0)
        .max(100)
        .describe('As that of faces/similarity, on average over the faces of the person.'),
    }),
  ),
})

const shared = {
  version: 'v2',
  path: '/v2/faces/recognition/:index_id',
  group: 'Faces',
  isAddition: true,
  pathParts: { index_id: 'Id of the index of people.' },
  parameters: z.object({}),
  body: 'none',
  result: z.object({}),
  analyses: () => 0,
} as const

/** All routes under `/v2/faces/recognition`. */
export const recognitionRoutes: readonly Route[] = [
  {
    ...shared,
    id: 'v2.faces.recognition.get',
    method: 'GET',
    summary: 'Who a face is, most alike first; without a face, tells about the index',
    examples: [`face_id=${exampleFaces[0]}`],
    parameters: RecognitionParameters,
    result: z.union([Recognised, PeopleMetadata]),
    statuses: [400, 404, 410],
    handle: recogniseOrDescribe,
  },
  {
    ...shared,
    id: 'v2.faces.recognition.put',
    method: 'PUT',
    summary: 'Adds faces to people by name; the index is to be trained afterwards',
    body: { json: PeopleBody },
    result: PeopleMetadata,
    statuses: [400, 404, 410, 413, 415],
    handle: addPeople,
  },
  {
    ...shared,
    id: 'v2.faces.recognition.post',
    method: 'POST',
    summary: 'Trains the index, so that those who were added are recognised',
    parameters: TrainParameters,
    body: 'parameters',
    result: z.object({ ticket_id: z.string() }),
    statuses: [400, 404],
    handle: train,
  },
  {
    ...shared,
    id: 'v2.faces.recognition.delete',
    method: 'DELETE',
    summary: 'Deletes the index with everyone in it',
    statuses: [400, 404],
    handle: async (call, { faces }) => (await faces.removePeople(call.account.id, indexIdOf(call)), done),
  },
  {
    ...shared,
    id: 'v2.faces.recognition.person.delete',
    method: 'DELETE',
    path: '/v2/faces/recognition/:index_id/:person',
    pathParts: { ...shared.pathParts, person: 'Name of the person.' },
    summary: 'Forgets someone; at once, without a training',
    statuses: [400, 404],
    handle: async (call, { faces }) => (
      await faces.removePerson(call.account.id, indexIdOf(call), call.path['person']!.trim()),
      done
    ),
  },
]

const indexIdOf = ({ path }: Call) => checkName('index_id', path['index_id']!)

async function recogniseOrDescribe(call: Call, { faces }: RouteDependencies) {
  const [owner, indexId] = [call.account.id, indexIdOf(call)]
  const { face_id } = readParameters(RecognitionParameters, pickKnown(call.query, RecognitionParameters))
  if (face_id === null) return success(describe(await faces.describePeople(owner, indexId)))
  const people = await faces.recognise(owner, indexId, face_id.trim())
  return success({ people: people.map(({ name, score }) => ({ id: name, score })) })
}

async function addPeople(call: Call, { faces }: RouteDependencies) {
  const [owner, indexId] = [call.account.id, indexIdOf(call)]
  const { given } = await call.receive(async () => null)
  const { people } = readParameters(PeopleBody, pickKnown(given, PeopleBody))
  await faces.addPeople(owner, indexId, new Map(Object.entries(people)))
  return success(describe(await faces.describePeople(owner, indexId)))
}

async function train(call: Call, dependencies: RouteDependencies) {
  const { given } = await call.receive(async () => null)
  const { callback_url } = readParameters(TrainParameters, pickKnown(given, TrainParameters))
  const url = await checkCallback(callback_url, dependencies)
  return success({ ticket_id: await dependencies.faces.trainPeople(call.account.id, indexIdOf(call), url) })
}

function describe(index: DescribedIndex): z.output<typeof PeopleMetadata> {
  const { id, people, changes, trainedChanges, createdMs, trainedMs } = index
  return {
    index_id: id,
    kind: 'people',
    people: people.map(({ name, faces, trainedFaces }) => ({ id: name, faces, trained_faces: trainedFaces })),
    is_trained: trainedChanges === changes,
    created_at: new Date(createdMs).toISOString(),
    trained_at: trainedMs === null ? null : new Date(trainedMs).toISOString(),
  }
}
