import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { canMount, mountReadOnly, unmount } from '../../../fixtures/mounts.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test.runIf(canMount)(
  'read-only photos are analysed, and failed writes into their folder give the reason',
  { tags: 'night' },
  async () => {
    const data = tempFolder()
    const photos = tempFolder('photos')
    const [photo] = await drawPhotos(photos, 1)
    mountReadOnly(photos)
    expect(await runHere(data, 'add', photos, '--wait')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 photo, 1 analysed') as string,
    })
    await runHere(data, 'metadata', 'sidecars')
    await runHere(data, 'rate', photo!, '4')
    const output = await runHere(data, 'metadata')
    expect(output.stdout + output.stderr).toMatch(/may not be written|read-only|EROFS/i)
    expect(readdirSync(photos)).toEqual(['photo-001.jpg'])
  },
)

test.runIf(canMount)('a read-only library is refused with a message, and opens once it is writable', async () => {
  const data = tempFolder()
  const photos = tempFolder('photos')
  await drawPhotos(photos, 1)
  await runHere(data, 'add', photos)
  mountReadOnly(join(data, 'library'))
  const refused = await runHere(data, 'list')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/The library .* cannot be written to \(.*\)\. Change its permissions/)
  unmount(join(data, 'library'))
  expect(await runHere(data, 'list')).toMatchObject({ code: 0 })
})
