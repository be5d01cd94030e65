import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runCli } from '../run-cli.ts'

type Asked = { photo: { id: number; rating: number }; files: { id: number; path: string }[]; reason: string }

test('which of two copies a photo is now is asked and answered', async () => {
  const base = tempFolder()
  const [data, photos] = ['data', 'photos'].map((name) => join(base, name)) as [string, string]
  const file = (name: string) => join(photos, name)
  await drawPhotos(photos, 2)
  await runCli(data, 'add', photos, '--wait')
  await runCli(data, 'rate', file('photo-001.jpg'), '5')
  for (const name of ['a.jpg', 'b.jpg']) await copyFile(file('photo-001.jpg'), file(name))
  await rm(file('photo-001.jpg'))
  await runCli(data, 'add', photos, '--wait')

  const asked = JSON.parse((await runCli(data, 'questions', '--json')).stdout) as Asked[]
  expect(asked).toMatchObject([{ photo: { rating: 5 }, reason: 'equal-copies' }])
  const [{ photo, files }] = asked as [Asked]
  expect(files.map(({ path }) => path).toSorted()).toEqual([file('a.jpg'), file('b.jpg')])

  const chosen = files.find(({ path }) => path === file('b.jpg'))!
  const answered = await runCli(data, 'questions', 'answer', String(photo.id), String(chosen.id))
  expect(answered).toMatchObject({ code: 0, stdout: `Found the file of 1 photo at ${file('b.jpg')}\n` })
})
