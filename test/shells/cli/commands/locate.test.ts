import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('a moved watched folder is located, and its photos keep their work', async () => {
  const base = tempFolder()
  const [data, before, now, other] = ['data', 'before', 'now', 'other'].map((name) => join(base, name)) as string[]
  await drawPhotos(before!, 3)
  await drawPhotos(other!, 1, { seed: 9 })
  await runHere(data!, 'add', before!, '--wait')
  await runHere(data!, 'rate', join(before!, 'photo-002.jpg'), '5')
  await rename(before!, now!)

  const wrong = await runHere(data!, 'locate', before!, other!)
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining(`The photos of ${before} are not in ${other}`),
  ])
  const unknown = await runHere(data!, 'locate', other!, now!)
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining(`Watched are: ${before}.`)])

  const located = await runHere(data!, 'locate', before!, now!)
  expect(located).toMatchObject({ code: 0, stdout: `${now}: 3 photos found\n` })
  const listed = JSON.parse((await runHere(data!, 'list', '--json')).stdout) as { path: string; rating: number }[]
  const ratings = listed.map(({ path, rating }) => [path, rating]).toSorted()
  expect(ratings).toEqual([1, 2, 3].map((n) => [join(now!, `photo-00${n}.jpg`), n === 2 ? 5 : 0]))
})
