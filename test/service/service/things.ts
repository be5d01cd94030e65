import { formOf, jsonOf, type Client } from './client.ts'
import type { World } from './world.ts'

/**
 * Fills the `{names}` of a path or query with things created for it in the main account; doomed ones are created again.
 */
export type Things = (template: string) => Promise<string>

/**
 * Creates the things that the table's paths name: uploads, an index of either kind, a tagger, a categorizer, a ticket.
 */
export async function makeThings({ client: { main }, photo, second, faces, web }: World): Promise<Things> {
  const kept = new Map<string, string>()
  const makers: Record<string, () => Promise<string>> = {
    'doomed-batch': () => handIn(main, kept),
    'doomed-upload': () => main.upload(photo),
    'doomed-index': async () => (await saveBoth(main, photo, 'doomed', 'one'), 'doomed'),
    'doomed-entry': async () => (await saveBoth(main, photo, 'holidays', 'doomed'), 'doomed'),
    'doomed-tagger': async () => (await teach(main, 'taggers', 'doomed', kept), 'doomed'),
    'doomed-people': async () => (await addPeople(main, 'doomed', kept), 'doomed'),
    'doomed-person': async () => (await addPeople(main, 'team', kept), 'Ann Other'),
    'doomed-categorizer': async () => (await teach(main, 'categorizers', 'doomed-2', kept), 'doomed-2'),
  }
  kept.set('web', web.url)
  kept
    .set('upload', await main.upload(photo))
    .set('second-upload', await main.upload(second))
    .set('deleted-upload', await main.upload(photo))
  await main.ask(`/v2/uploads/${kept.get('deleted-upload')}`, { method: 'DELETE' })
  kept.set('batch', await handIn(main, kept))
  await saveBoth(main, photo, 'holidays', 'one')
  kept.set('index', 'holidays').set('entry', 'one').set('tagger', 'my-tagger').set('categorizer', 'my-categorizer')
  kept.set('ticket', (await main.ask('/v2/similar-images/colors/holidays', { method: 'PUT' })).body.result.ticket_id)
  const found = await main.ask('/v2/faces/detections?return_face_id=1', formOf({ image: faces }))
  const [face, face2] = found.body.result.faces.map(({ face_id }: { face_id: string }) => face_id)
  kept.set('face', face).set('face2', face2).set('people', 'team')
  await addPeople(main, 'team', kept)
  await teach(main, 'taggers', 'my-tagger', kept)
  await teach(main, 'categorizers', 'my-categorizer', kept)
  kept.set(
    'feedback',
    (await main.ask(`/v2/tags?image_upload_id=${kept.get('upload')}&accept_feedback=1`)).body.result.feedback_id,
  )
  return async (template) => {
    let filled = template
    for (const [mark, name] of template.matchAll(/\{([\w-]+)\}/g))
      filled = filled.replace(mark, kept.get(name!) ?? (await makers[name!]!()))
    return filled
  }
}

/** A batch of one deleted picture. */
async function handIn(main: Client, kept: ReadonlyMap<string, string>): Promise<string> {
  const images = [{ image_upload_id: kept.get('deleted-upload') }]
  return (await main.ask('/v2/batches', jsonOf({ images, operations: { tags: {} } }, 'POST'))).body.result.ticket_id
}

async function saveBoth(main: Client, picture: Buffer, index: string, id: string): Promise<void> {
  await main.ask(`/v2/categories/general_v3?save_index=${index}&save_id=${id}`, formOf({ image: picture }))
  await main.ask(`/v2/colors?deterministic=1&save_index=${index}&save_id=${id}`, formOf({ image: picture }))
}

async function addPeople(main: Client, index: string, kept: ReadonlyMap<string, string>): Promise<void> {
  const people = { 'Jo Public': [kept.get('face')], 'Ann Other': [kept.get('face2')] }
  const { status, body } = await main.ask(`/v2/faces/recognition/${index}`, jsonOf({ people }, 'PUT'))
  if (status !== 200) throw new Error(`${index} cannot be filled: ${body.status.text}`)
}

async function teach(
  main: Client,
  kind: 'taggers' | 'categorizers',
  id: string,
  kept: ReadonlyMap<string, string>,
): Promise<void> {
  const [first = '', second = ''] = [kept.get('upload'), kept.get('second-upload')]
  const classes =
    kind === 'taggers'
      ? [{ name: 'good dog', positives: [first], negatives: [second] }]
      : [
          { name: 'dogs', positives: [first] },
          { name: 'zebras', positives: [second] },
        ]
  const { status, body } = await main.ask(`/v2/${kind}/${id}`, jsonOf({ classes }, 'PUT'))
  if (status !== 200) throw new Error(`${id} cannot be taught: ${body.status.text}`)
}
