import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openFilm } from '../../../src-main/shells/films/open-film.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const film = (): { path: string; type: string } => {
  const path = join(tempFolder(), 'film.webm')
  writeFileSync(path, Buffer.from(Array.from({ length: 100 }, (_, at) => at)))
  return { path, type: 'video/webm' }
}

test.each([
  [undefined, 200, 0, 99],
  ['bytes=0-', 206, 0, 99],
  ['bytes=10-19', 206, 10, 19],
  ['bytes=90-500', 206, 90, 99],
  ['bytes=-5', 206, 95, 99],
  ['bytes=-500', 206, 0, 99],
  ['bytes=5-1', 200, 0, 99],
  ['bytes=0-1,5-6', 200, 0, 99],
  ['items=0-1', 200, 0, 99],
] as const)('a range of %s is answered with %i and the bytes from %i to %i', async (range, status, start, end) => {
  const answer = await openFilm(film(), range)
  expect(answer.status).toBe(status)
  expect([...(await buffer(answer.body!))]).toEqual(Array.from({ length: end - start + 1 }, (_, at) => start + at))
  expect(answer.headers).toMatchObject({ 'content-type': 'video/webm', 'content-length': `${end - start + 1}` })
  if (status === 206) expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/100`)
})

test('a range behind the end, and a film that is gone, have no bytes', async () => {
  expect(await openFilm(film(), 'bytes=100-')).toMatchObject({ status: 416, body: null })
  expect(await openFilm({ path: join(tempFolder(), 'gone.webm'), type: 'video/webm' }, null)).toMatchObject({
    status: 404,
  })
})
