import { expect, test } from 'vitest'
import { serve } from './serve.ts'

const key = (value: string) => ({ headers: { 'idempotency-key': value } })
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const picture = (text: string, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'image/png', ...headers },
  body: Buffer.concat([PNG, Buffer.from(text)]),
})

async function open() {
  const served = await serve({ pictures: { 'http://a/b.jpg': Buffer.from('picture') } })
  const { ask } = served
  return {
    ...served,
    upload: async (text = 'one'): Promise<string> => (await ask('/v2/uploads', picture(text))).body.result.upload_id,
    counted: async (): Promise<number> => (await ask('/v2/usage')).body.result.total_processed,
  }
}

test('the same request about an upload under the same key is answered each time and counted once', async () => {
  const { ask, upload, counted, analysis } = await open()
  const question = `/v2/tags?image_upload_id=${await upload()}`
  const answers = []
  for (let times = 0; times < 3; times++) answers.push(await ask(question, key('mine')))
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('idempotency-key')]).toEqual([200, 'mine'])
    expect(body).toEqual(answers[0]!.body)
  }
  expect([await counted(), analysis.runs.length]).toEqual([1, 3])
  await ask(question)
  await ask(question, key('another'))
  expect(await counted()).toBe(3)
})

test('another picture, other parameters or another operation under the same key are separate requests', async () => {
  const { ask, upload, counted } = await open()
  const [one, two] = [await upload('one'), await upload('two')]
  for (const path of [
    `/v2/tags?image_upload_id=${one}`,
    `/v2/tags?image_upload_id=${two}`,
    `/v2/tags?image_upload_id=${one}&language=de`,
    `/v2/colors?image_upload_id=${one}`,
  ])
    expect((await ask(path, key('same'))).status).toBe(200)
  expect(await counted()).toBe(4)
})

test('if the same request could mean another picture the key is ignored', async () => {
  const { ask, upload, counted } = await open()
  const id = await upload()
  for (let times = 0; times < 2; times++)
    for (const answer of [
      await ask('/v2/tags?image_url=http://a/b.jpg', key('mine')),
      await ask(`/v2/tags?image_upload_id=${id}`, picture(`${times}`, { 'idempotency-key': 'mine' })),
      await ask(`/v1/tagging?content=${id}`, key('mine')),
    ])
      expect([answer.status, answer.headers.get('idempotency-key')]).toEqual([200, null])
  expect(await counted()).toBe(6)
})

test('a failed request is counted when it is repeated', async () => {
  const { ask, upload, counted, analysis } = await open()
  const question = `/v2/tags?image_upload_id=${await upload()}`
  analysis.state.failure = new Error('no memory')
  expect((await ask(question, key('mine'))).status).toBe(500)
  analysis.state.failure = null
  expect(await counted()).toBe(0)
  for (let times = 0; times < 2; times++) expect((await ask(question, key('mine'))).status).toBe(200)
  expect(await counted()).toBe(1)
})

test.each([['two words'], ['a'.repeat(256)]])('a key such as %.12s is 400', async (value) => {
  const { ask, upload } = await open()
  const { status, body } = await ask(`/v2/tags?image_upload_id=${await upload()}`, key(value))
  expect([status, body.status.text]).toEqual([400, 'Idempotency-Key: give 1 to 255 visible characters.'])
})
