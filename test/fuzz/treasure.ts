import { drawPicture } from '../fixtures/pictures.ts'
import { until } from '../fixtures/until.ts'
import { formOf, jsonOf, openClient, type Client } from '../service/service/client.ts'
import type { Arms } from './arms.ts'

/** Another account's data: its own texts contain the marker, which the attacker never sends. */
export type Treasure = { marker: string; foreign: Arms['foreign']; before: unknown }

const MARKER = 'zq7treasure'
const other = (address: string) => openClient(address, { key: 'key-other', secret: 'the-secret-of-other' })

/** Fills the other account with an index, uploads, a tagger, a categorizer, feedback and a training. */
export async function hideTreasure(address: string): Promise<Treasure> {
  const client = other(address)
  const [first, second] = [
    await drawPicture({ width: 60, height: 40, seed: 3 }),
    await drawPicture({ width: 60, height: 40, seed: 8 }),
  ]
  const uploads = [await client.upload(first), await client.upload(second)] as const
  for (const path of ['/v2/categories/general_v3?', '/v2/colors?deterministic=1&'])
    await client.ask(`${path}save_index=holidays&save_id=${MARKER}`, formOf({ image: first }))
  await client.ask(
    '/v2/taggers/holidays',
    jsonOf({ title: MARKER, classes: [{ name: MARKER, positives: [uploads[0]], negatives: [uploads[1]] }] }, 'PUT'),
  )
  await client.ask(
    '/v2/categorizers/beaches',
    jsonOf(
      {
        title: MARKER,
        classes: [
          { name: MARKER, positives: [uploads[0]] },
          { name: `${MARKER} 2`, positives: [uploads[1]] },
        ],
      },
      'PUT',
    ),
  )
  const feedback = (await client.ask(`/v2/tags?image_upload_id=${uploads[0]}&accept_feedback=1`)).body.result
    .feedback_id
  await client.ask(`/v2/feedback/${feedback}`, jsonOf({ judgements: [{ tag: MARKER, verdict: 'added' }] }))
  const ticket = await train(client, '/v2/similar-images/colors/holidays')
  await train(client, '/v2/similar-images/categories/general_v3/holidays')
  const foreign = { upload: uploads[0], ticket, feedback, names: ['holidays', 'beaches', 'feedback', 'categories'] }
  return { marker: MARKER, foreign, before: await readAll(client, foreign) }
}

/** Trains an index to its end, after which what is read of it no longer changes by itself; returns the ticket. */
async function train(client: Client, index: string): Promise<string> {
  const { ticket_id } = (await client.ask(index, { method: 'PUT' })).body.result
  await until(`${index} is trained`, async () => (await client.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final)
  return ticket_id
}

/** Whether the other account finds everything as it left it. */
export async function isUntouched(address: string, { foreign, before }: Treasure): Promise<boolean> {
  const now = await readAll(other(address), foreign)
  return JSON.stringify(now) === JSON.stringify(before) && JSON.stringify(now).includes(MARKER)
}

async function readAll(client: Client, { upload, ticket }: Arms['foreign']): Promise<unknown> {
  const seen = []
  for (const path of [
    '/v2/taggers',
    '/v2/categorizers',
    `/v2/tags?image_upload_id=${upload}&use_feedback=1`,
    `/v2/tags/holidays?image_upload_id=${upload}`,
    `/v2/similar-images/colors/holidays?image_upload_id=${upload}`,
    '/v2/similar-images/categories/general_v3/holidays',
    `/v2/tickets/${ticket}`,
  ]) {
    const { status, body } = await client.ask(path)
    seen.push([status, body])
  }
  return seen
}
