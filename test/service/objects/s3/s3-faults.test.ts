import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import type { Fault } from '../../../fixtures/s3/s3-server.ts'
import { s3Objects, startS3 } from '../open-test-objects.ts'

const MIB = 1024 * 1024
const from = (text: string | Buffer) => Readable.from([Buffer.from(text)])

/** A fault for the first requests with a method, this many times. */
function first(count: number, fault: ReturnType<Fault>, method: string): Fault {
  let left = count
  return (request) => (request.method === method && left-- > 0 ? fault : undefined)
}

test('requests to a busy store and on a broken connection are retried', { tags: 'night' }, async () => {
  const server = await startS3()
  const objects = await s3Objects(server)
  server.fault = first(2, 'SlowDown', 'PUT')
  await objects.put('a', from('text'))
  server.fault = first(2, 'reset', 'GET')
  expect((await buffer(await objects.read('a'))).toString()).toBe('text')
  server.fault = first(1, 'SlowDown', 'DELETE')
  await objects.delete('a')
  expect(server.objects.size).toBe(0)
})

test(
  'a permanently busy or unreachable store is reported as such, and used again when it is back',
  { tags: 'night' },
  async () => {
    const server = await startS3()
    const objects = await s3Objects(server)
    server.fault = () => 'SlowDown'
    await expect(objects.put('a', from('text'))).rejects.toMatchObject({ code: 'away' })
    server.fault = () => undefined
    await server.stop()
    await expect(objects.put('a', from('text'))).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'away' })
    await expect(objects.read('a')).rejects.toMatchObject({ code: 'away' })
    await expect(objects.find('a')).rejects.toMatchObject({ code: 'away' })
    await server.start()
    await objects.put('a', from('text'))
    expect(await objects.find('a')).toMatchObject({ bytes: 4 })
  },
)

test('a truncated download fails, and so does one with other bytes than were stored', async () => {
  const server = await startS3()
  const objects = await s3Objects(server)
  await objects.put('a', from(randomBytes(200_000)))
  server.fault = first(1, 'cut off', 'GET')
  await expect(objects.read('a').then(buffer)).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'away' })
  server.fault = first(1, 'wrong bytes', 'GET')
  await expect(objects.read('a').then(buffer)).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'damaged' })
  expect(await buffer(await objects.read('a'))).toHaveLength(200_000)
})

test('a reader that starts late, or stops early, harms nothing', async () => {
  const server = await startS3()
  const objects = await s3Objects(server)
  await objects.put('a', from(randomBytes(5 * MIB)))
  const early = await objects.read('a')
  for await (const _chunk of early) break
  server.fault = first(1, 'cut off', 'GET')
  const late = await objects.read('a')
  await server.stop()
  await expect(buffer(late)).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'away' })
})

test('a single failed part is sent again', { tags: 'night' }, async () => {
  const server = await startS3()
  const objects = await s3Objects(server)
  const bytes = randomBytes(17 * MIB)
  let failed = false
  server.fault = ({ url = '' }) => (!failed && url.includes('partNumber=2') ? ((failed = true), 'reset') : undefined)
  await objects.put('large', from(bytes))
  expect(server.objects.get('service-1/large')!.bytes.equals(bytes)).toBe(true)
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(4)
})

test('parts of an unfinished upload are removed', { tags: 'night' }, async () => {
  const server = await startS3()
  const objects = await s3Objects(server)
  server.fault = ({ url = '' }) => (url.includes('partNumber=2') ? 'SlowDown' : undefined)
  await expect(objects.put('large', from(randomBytes(17 * MIB)))).rejects.toMatchObject({ code: 'away' })
  expect(server.uploads.size).toBe(0)
  expect(server.objects.size).toBe(0)
})

test('wrong credentials and a missing bucket are refused at once', async () => {
  const server = await startS3()
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
  const objects = await s3Objects(server)
  await expect(objects.put('a', from('text'))).rejects.toMatchObject({ code: 'refused' })
  await expect(objects.read('a')).rejects.toMatchObject({ code: 'refused' })
  expect(server.requests).toHaveLength(2)
})
