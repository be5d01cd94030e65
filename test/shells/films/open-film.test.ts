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

test('a range beyond the end, and a missing film, have no bytes', async () => {
  expect(await openFilm(film(), 'bytes=100-')).toMatchObject({ status: 416, body: null })
  expect(await openFilm({ path: join(tempFolder(), 'gone.webm'), type: 'video/webm' }, null)).toMatchObject({
    status: 404,
  })
})

test('only its own bytes are sent of a film within a picture, and none once it has moved', async () => {
  const path = join(tempFolder(), 'phone.jpg')
  const film = Buffer.from('\0\0\0\x0cftypisom, and more', 'latin1')
  const placed = { path, type: 'video/mp4', part: { fromEnd: film.length + 7, bytes: film.length } }
  writeFileSync(path, Buffer.concat([Buffer.alloc(50, 1), film, Buffer.alloc(7, 2)]))
  const whole = await openFilm(placed, null)
  expect([whole.status, await buffer(whole.body!)]).toEqual([200, film])
  const last = await openFilm(placed, 'bytes=-4')
  expect([await buffer(last.body!), last.headers['content-range']]).toEqual([
    Buffer.from('more'),
    `bytes ${film.length - 4}-${film.length - 1}/${film.length}`,
  ])
  expect(await openFilm(placed, `bytes=${film.length}-`)).toMatchObject({ status: 416, body: null })
  for (const bytes of [Buffer.alloc(80, 1), Buffer.alloc(9)]) {
    writeFileSync(path, bytes)
    expect(await openFilm(placed, null)).toMatchObject({ status: 404, body: null })
  }
})
