import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { countPictures } from '../../../src-main/shells/browser/count-pictures.ts'
import { openRoots, type Roots } from '../../../src-main/shells/browser/roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let folder: string
let roots: Roots

beforeEach(async () => {
  folder = realpathSync(tempFolder())
  roots = await openRoots([folder])
})

const put = (...names: string[]) => {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), '')
  }
}

test('counts pictures and films in the nearest levels, and nothing else', async () => {
  put('a.jpg', 'b.CR2', 'c.mp4', 'notes.txt', 'day/d.heic', 'day/late/e.png', '.cache/f.jpg', '@eaDir/g.jpg')
  expect(await countPictures(roots, [folder, join(folder, 'day')])).toEqual([
    { path: folder, count: 5, isMore: false },
    { path: join(folder, 'day'), count: 2, isMore: false },
  ])
})

test('reports that there may be more below the last level, and after this many names', async () => {
  put('a.jpg', 'one/b.jpg', 'one/two/c.jpg', 'one/two/three/d.jpg')
  expect(await countPictures(roots, [folder])).toEqual([{ path: folder, count: 3, isMore: true }])
  expect(await countPictures(roots, [folder], { names: 2, levels: 9 })).toMatchObject([{ isMore: true }])
  expect(await countPictures(roots, [folder], { names: 99, levels: 9 })).toMatchObject([{ count: 4, isMore: false }])
})

test('follows no link, and counts nothing outside the roots', async () => {
  const outside = realpathSync(tempFolder())
  writeFileSync(join(outside, 'a.jpg'), '')
  symlinkSync(outside, join(folder, 'link'), 'junction')
  expect(await countPictures(roots, [folder])).toEqual([{ path: folder, count: 0, isMore: false }])
  await expect(countPictures(roots, [folder, outside])).rejects.toMatchObject({ code: 'outside-roots' })
  await expect(countPictures(roots, [join(folder, 'link')])).rejects.toMatchObject({ code: 'outside-roots' })
})
