import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endlessHeif } from '../../../library/metadata/heif-file.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('a file that would block its reader for ever stops neither "add --wait" nor a later start', async () => {
  const data = tempFolder()
  const photos = tempFolder('photos')
  await drawPhotos(photos, 1)
  writeFileSync(join(photos, 'endless.heic'), endlessHeif)
  const added = await runHere(data, 'add', photos, '--wait')
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 photos, 1 analysed, 1 could not be read') as string,
  })
  const again = await runHere(data, 'add', photos, '--wait')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('2 photos') as string })
})
