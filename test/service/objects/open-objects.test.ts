import { expect, onTestFinished, test, vi } from 'vitest'
import { openCheckedObjects } from '../../../src-main/service/objects/open-objects.ts'
import { startS3 } from './open-test-objects.ts'

test('refused object stores are reported at once; unreachable ones are used when they are back', async () => {
  const server = await startS3()
  const warn = vi.fn()
  const address = server.address()
  await server.stop()
  const objects = await openCheckedObjects(address, { warn })
  onTestFinished(() => objects.close())
  expect(warn).toHaveBeenCalledOnce()
  await server.start()
  expect(await objects.find('a')).toBe(null)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
  await expect(openCheckedObjects(address, { warn })).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringContaining('Objects cannot be kept in the bucket pictures at http://127.0.0.1'),
  })
})
