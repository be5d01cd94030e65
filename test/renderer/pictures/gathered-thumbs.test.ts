import { expect, test } from 'vitest'
import { MAX_TOGETHER, type ThumbRequest } from '../../../src-main/contract/library/picture.ts'
import { GatheredThumbs } from '../../../src-renderer/pictures/gathered-thumbs.ts'

const addressOf = (photoId: number): string => `/photo/${photoId}/thumb?v=1`
const pictureOf = ({ photoId }: ThumbRequest): string => `data:image/webp;base64,${photoId}`

/** Thumbnails answered by `answer`; `asked` has the photos of each request. */
const start = (answer: (requests: ThumbRequest[]) => (string | null)[] = (requests) => requests.map(pictureOf)) => {
  const asked: number[][] = []
  const thumbs = new GatheredThumbs(async (requests) => {
    asked.push(requests.map(({ photoId }) => photoId))
    return answer(requests)
  })
  const ask = (count: number, from = 1): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => thumbs.ask(addressOf(from + at), { photoId: from + at })))
  return { thumbs, asked, ask }
}

test('pictures requested at the same time come in one answer, and are kept', async () => {
  const { thumbs, asked, ask } = start()
  const sources = await ask(5)
  expect(asked).toEqual([[1, 2, 3, 4, 5]])
  expect(sources[4]).toBe('data:image/webp;base64,5')
  expect(thumbs.kept(addressOf(5))).toBe(sources[4])
  expect(thumbs.kept(addressOf(6))).toBeUndefined()
})

test('a picture that is on its way is not requested twice', async () => {
  const { asked, ask } = start()
  const [first, second] = await Promise.all([ask(5), ask(6)])
  expect(asked).toEqual([[1, 2, 3, 4, 5, 6]])
  expect(second.slice(0, 5)).toEqual(first)
})

test('few pictures are loaded by their own addresses', async () => {
  const { asked, ask } = start()
  expect(await ask(3)).toEqual([1, 2, 3].map(addressOf))
  expect(asked).toEqual([])
})

test('more pictures than fit in one answer come in several', async () => {
  const { asked, ask } = start()
  await ask(MAX_TOGETHER + 10)
  expect(asked.map(({ length }) => length)).toEqual([MAX_TOGETHER, 10])
})

test('a picture missing from the answer is loaded by its own address, and so are all without an answer', async () => {
  const lacking = start((requests) => requests.map((request) => (request.photoId === 2 ? null : pictureOf(request))))
  expect((await lacking.ask(4))[1]).toBe(addressOf(2))
  expect(lacking.thumbs.kept(addressOf(2))).toBeUndefined()
  expect(await start(() => []).ask(4)).toEqual([1, 2, 3, 4].map(addressOf))
})

test('the oldest pictures are dropped, and all of them when photos may be hidden', async () => {
  const { thumbs, ask } = start()
  await ask(590)
  await ask(20, 591)
  expect([thumbs.kept(addressOf(10)), thumbs.kept(addressOf(11))]).toEqual([undefined, pictureOf({ photoId: 11 })])
  thumbs.forget()
  expect(thumbs.kept(addressOf(11))).toBeUndefined()
})

test('what was requested before photos may be hidden is neither kept nor the answer to a later question', async () => {
  const answers: ((pictures: string[]) => void)[] = []
  const thumbs = new GatheredThumbs(() => new Promise((resolve) => answers.push(resolve)))
  const ask = () => Promise.all([1, 2, 3, 4].map((photoId) => thumbs.ask(addressOf(photoId), { photoId })))
  const before = ask()
  await Promise.resolve()
  thumbs.forget()
  const after = ask()
  await Promise.resolve()
  expect(answers).toHaveLength(2)
  answers[0]!(['data:1', 'data:2', 'data:3', 'data:4'])
  await before
  expect(thumbs.kept(addressOf(1))).toBeUndefined()
  answers[1]!(['data:a', 'data:b', 'data:c', 'data:d'])
  expect(await after).toEqual(['data:a', 'data:b', 'data:c', 'data:d'])
  expect(thumbs.kept(addressOf(1))).toBe('data:a')
})
