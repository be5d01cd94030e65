import { expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { serve } from '../http/serve.ts'

const upload = async (ask: Awaited<ReturnType<typeof serve>>['ask'], seed: number): Promise<string> => {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(await drawPicture({ width: 80 + seed, height: 60, seed }))]), 'a.jpg')
  return (await ask('/v2/uploads', { method: 'POST', body })).body.result.upload_id
}
const json = (body: object, method = 'PUT') => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

test.each(['taggers', 'categorizers'])(
  '%s are taught with uploads, listed and deleted, separately for each account',
  { tags: 'night' },
  async (kind) => {
    const { ask, addAccount } = await serve()
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => upload(ask, seed)))
    const lesson = {
      title: 'My own',
      classes: [
        { name: 'this', positives: ids.slice(0, 3) },
        { name: 'that', positives: ids.slice(3) },
      ],
    }
    const taught = await ask(`/v2/${kind}/my-own`, json(lesson))
    expect(taught).toMatchObject({
      status: 200,
      body: {
        result: {
          id: 'my-own',
          title: 'My own',
          version: 1,
          model_id: 'fake',
          classes: [
            { name: 'this', positives: 3 },
            { name: 'that', positives: 3 },
          ],
        },
      },
    })
    expect((await ask(`/v2/${kind}/my-own`)).body.result).toEqual(taught.body.result)
    if (kind === 'taggers') expect((await ask('/v2/taggers')).body.result.taggers).toEqual([taught.body.result])
    const headers = await addAccount()
    expect((await ask(`/v2/${kind}/my-own`, { headers })).status).toBe(404)
    expect((await ask(`/v2/${kind}/my-own`, { headers, method: 'DELETE' })).status).toBe(404)
    expect((await ask(`/v2/${kind}/my-own`, { method: 'DELETE' })).status).toBe(200)
    expect((await ask(`/v2/${kind}/my-own`)).status).toBe(404)
  },
)

test('faults of a lesson are named', async () => {
  const { ask } = await serve()
  const id = await upload(ask, 1)
  for (const lesson of [
    {},
    { classes: [] },
    { classes: [{ name: 'a', positives: 'x' }] },
    { classes: [{ name: 'a', positives: [] }] },
  ]) {
    const { status, body } = await ask('/v2/taggers/mine', json(lesson))
    expect([status, body.status.text]).toEqual([400, expect.stringContaining('classes')])
  }
  const unknown = await ask('/v2/taggers/mine', json({ classes: [{ name: 'a', positives: [id, 'x'.repeat(32)] }] }))
  expect([unknown.status, unknown.body.status.text]).toEqual([404, expect.stringContaining('classes')])
})

test('feedback under an unknown id is 404, and without a judgement 400', async () => {
  const { ask } = await serve()
  const path = `/v2/feedback/fb_${'0'.repeat(32)}`
  expect((await ask(path, json({ judgements: [{ tag: 'dog', verdict: 'right' }] }, 'POST'))).status).toBe(404)
  expect((await ask(path, { method: 'POST', body: new URLSearchParams({ wrong: 'cat' }) })).status).toBe(404)
  expect((await ask(path, json({}, 'POST'))).body.status.text).toContain('judgements')
  expect((await ask('/v2/feedback/abc', json({ judgements: [{ tag: 'dog', verdict: 'right' }] }, 'POST'))).status).toBe(
    400,
  )
})
