import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

type Asked = { photo: { id: number; rating: number }; files: { id: number; path: string }[]; reason: string }

test("a question about which of two copies is a photo's file is shown and answered", async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const id = await library.hostCalls.findPhoto({ path: file('photo-001.jpg') })
  await library.calls.photos.rate({ ids: [id!], rating: 5 })
  for (const name of ['a.jpg', 'b.jpg']) await copyFile(file('photo-001.jpg'), file(name))
  await rm(file('photo-001.jpg'))
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  await library.close()

  const asked = JSON.parse((await runHere(dir, 'questions', '--json')).stdout) as Asked[]
  expect(asked).toMatchObject([{ photo: { id, rating: 5 }, reason: 'equal-copies' }])
  expect(asked[0]?.files.map(({ path }) => path).toSorted()).toEqual([file('a.jpg'), file('b.jpg')])
  const chosen = asked[0]?.files.find(({ path }) => path === file('b.jpg'))
  const answered = await runHere(dir, 'questions', 'answer', String(id), String(chosen?.id))
  expect(answered).toMatchObject({ code: 0, stdout: `Found the file of 1 photo at ${file('b.jpg')}\n` })
})
