import { exampleValues as examples } from '../../../../src-main/service/documentation/schemas/example-of.ts'
import { formOf, jsonOf, type Client } from '../../service/client.ts'
import type { SamplePhotos } from './sample-photos.ts'

/** Replaces the examples in a text by existing things, and existing things by the examples. */
export type Things = {
  /** Creates things that the text names and that do not exist yet. */
  fill(text: string): Promise<string>
  /** Deleted things that the text names are created again when they are next needed. */
  forget(text: string): void
  /** An answer as samples show it. */
  restore(answer: unknown): unknown
}

type Ask = Client['ask']

/** Things that samples need without naming them, by the id of their route. */
export const alsoNeeded: Readonly<Record<string, string>> = {
  'v2.taggers': examples.tagger_id,
  'v2.batches': examples.batch_id,
}

/**
 * The things that samples name, each created in an account when the first sample needs it. A thing whose id alone is an
 * example (`positives` names uploads) needs no line here.
 */
export function createThings(client: Client, { photo, second }: SamplePhotos, web: string): Things {
  const ask: Ask = async (path, sent) => {
    const heard = await client.ask(path, sent)
    if (heard.status !== 200) throw new Error(`${path} was answered ${heard.status}: ${heard.bytes.toString()}`)
    return heard
  }
  const uploads = { first: () => client.upload(photo), second: () => client.upload(second) }
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    [examples.image_url]: async () => `${web}/photo.jpg`,
    [examples.callback_url]: async () => `${web}/done`,
    [examples.upload_id]: uploads.first,
    [examples.negatives[0]]: uploads.second,
    [examples.face_id]: () => findFace(ask, photo),
    [examples.second_face_id]: () => findFace(ask, second),
    [people]: async () => (await addPeople(ask, [await findFace(ask, photo), await findFace(ask, second)]), people),
    [examples.index_id]: async () => (await fillIndex(ask, photo, second), examples.index_id),
    [examples.entry_id]: async () => (await fillIndex(ask, photo, second), examples.entry_id),
    [examples.tagger_id]: async () => (await teach(ask, uploads, 'taggers', examples.tagger_id), examples.tagger_id),
    'my-themes': async () => (await teach(ask, uploads, 'categorizers', 'my-themes'), 'my-themes'),
    [examples.ticket_id]: async () => {
      await fillIndex(ask, photo, second)
      return train(ask, `/v2/similar-images/colors/${examples.index_id}`)
    },
    [examples.batch_id]: () => handIn(ask, `${web}/photo.jpg`),
    [examples.feedback_id]: async () =>
      (await ask('/v2/tags?accept_feedback=1', formOf({ image: photo }))).body.result.feedback_id,
  }
  return keepThings(makers)
}

function keepThings(makers: Readonly<Record<string, () => Promise<string>>>): Things {
  const kept = new Map<string, string>()
  const namedIn = (text: string) => Object.keys(makers).filter((example) => text.includes(example))
  return {
    async fill(text) {
      let filled = text
      for (const example of namedIn(text)) {
        if (!kept.has(example)) kept.set(example, await makers[example]!())
        filled = filled.replaceAll(example, kept.get(example)!)
      }
      return filled
    },
    forget: (text) => namedIn(text).forEach((example) => kept.delete(example)),
    restore(answer) {
      let text = JSON.stringify(answer)
      for (const [example, value] of kept) text = text.replaceAll(value, example)
      return restoreIds(JSON.parse(text))
    },
  }
}

/** Ids in the answer become examples, too: by the name of their field, or as uploads by their form. */
function restoreIds(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => restoreIds(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreIds(item, key)]))
  if (typeof value !== 'string') return value
  const known: Readonly<Record<string, unknown>> = examples
  if (name.endsWith('_id') && typeof known[name] === 'string' && value !== '') return known[name]
  return name === 'id' && /^[A-Za-z0-9]{32}$/.test(value) ? examples.upload_id : value
}

/** The index of people; it has the example's name, and differs from that of photos. */
const people = `/v2/faces/recognition/${examples.index_id}`

async function findFace(ask: Ask, image: Buffer): Promise<string> {
  const [face] = (await ask('/v2/faces/detections?return_face_id=1', formOf({ image }))).body.result.faces
  return face.face_id
}

async function addPeople(ask: Ask, [one, other]: [string, string]): Promise<void> {
  await ask(people, jsonOf({ people: { [examples.person]: [one], 'Ann Other': [other] } }, 'PUT'))
  await train(ask, people, 'POST')
}

async function fillIndex(ask: Ask, photo: Buffer, second: Buffer): Promise<void> {
  const { index_id: index, entry_id: entry } = examples
  for (const [id, image] of [
    [entry, photo],
    ['photo-18', second],
  ] as const) {
    const saved = `save_index=${index}&save_id=${id}`
    await ask(`/v2/categories/general_v3?${saved}`, formOf({ image }))
    await ask(`/v2/colors?deterministic=1&${saved}`, formOf({ image }))
  }
  await train(ask, `/v2/similar-images/categories/general_v3/${index}`)
  await train(ask, `/v2/similar-images/colors/${index}`)
}

/** Submits a batch of one picture and waits until all existing ones have ended. */
async function handIn(ask: Ask, address: string): Promise<string> {
  const batch = {
    images: [{ image_url: address }],
    operations: { tags: { limit: 3 }, 'categories/general_v3': { language: 'en' } },
  }
  const { ticket_id: id } = (await ask('/v2/batches', jsonOf(batch, 'POST'))).body.result
  for (;;) {
    const { batches } = (await ask('/v2/batches')).body.result as { batches: { state: string }[] }
    if (batches.every(({ state }) => state !== 'running')) return id
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Trains an index and waits for its end; returns the ticket. */
async function train(ask: Ask, path: string, method = 'PUT'): Promise<string> {
  const { ticket_id: ticket } = (await ask(path, { method })).body.result
  for (;;) {
    const { is_final: isFinal } = (await ask(`/v2/tickets/${ticket}`)).body.result
    if (isFinal) return ticket
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function teach(
  ask: Ask,
  uploads: { first(): Promise<string>; second(): Promise<string> },
  kind: 'taggers' | 'categorizers',
  id: string,
): Promise<void> {
  const [first, second] = [await uploads.first(), await uploads.second()]
  const classes =
    kind === 'taggers'
      ? [{ name: examples.name, positives: [first], negatives: [second] }]
      : [
          { name: 'at the table', positives: [first] },
          { name: 'portraits', positives: [second] },
        ]
  await ask(`/v2/${kind}/${id}`, jsonOf({ title: kind === 'taggers' ? examples.title : 'Themes', classes }, 'PUT'))
}
