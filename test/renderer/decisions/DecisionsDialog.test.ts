import { afterEach, expect, test } from 'vitest'
import { fakeMetadataWriting } from '../fake-metadata-writing.ts'
import { fakePhoto } from '../fake-photos.ts'
import { questionPhoto } from '../fake-questions.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('questions about files and fields are counted, shown side by side, and decided one by one', async () => {
  const lost = fakePhoto(1, { name: 'harbour.jpg', status: 'missing', rating: 5 })
  const found = [fakePhoto(2, { path: '/photos/a.jpg' }), fakePhoto(3, { path: '/photos/b.jpg' })]
  const keywords = { ours: ['harbour', 'night'], theirs: ['harbour', 'boats'] }
  open = await mountApp({
    photos: [lost, ...found],
    questions: [
      { photo: questionPhoto(lost), candidates: found.map(questionPhoto), reason: 'equal-copies', askedMs: 1 },
    ],
    writing: {
      ...fakeMetadataWriting(),
      conflicts: [
        { photoId: 2, name: 'quay.jpg', target: 'sidecar', field: 'rating', ours: 4, theirs: 2, foundMs: 1 },
        { photoId: 2, name: 'quay.jpg', target: 'sidecar', field: 'keywords', ...keywords, foundMs: 1 },
      ],
    },
  })
  const { byRole, library } = open
  const inputs = (name: string) => library.calls.filter((call) => call.name === name).map(({ input }) => input)
  await until(() => byRole('button', /^Decisions/).textContent?.includes('3'), 'the count')
  byRole('button', /^Decisions/).click()
  await until(() => byRole('button', 'This is it: /photos/b.jpg'), 'the candidates')
  byRole('button', 'This is it: /photos/b.jpg').click()
  await until(() => inputs('questions.answer').length > 0, 'the answer')
  expect(inputs('questions.answer')).toEqual([{ photoId: 1, candidateId: 3 }])

  const tags = document.querySelector('[aria-label="Tags of quay.jpg"]')!
  expect([...tags.querySelectorAll('.only-here')].map((tag) => tag.textContent.trim())).toEqual(['night', 'boats'])
  const rating = document.querySelector('[aria-label="Rating of quay.jpg"]')!
  expect([...rating.querySelectorAll('.value')].map((value) => value.textContent)).toEqual(['4 stars', '2 stars'])
  rating.querySelector<HTMLElement>('[aria-label="Take this: In the sidecar"]')!.click()
  await until(() => inputs('metadata.resolve').length > 0, 'the decision')
  expect(inputs('metadata.resolve')).toEqual([{ photoId: 2, field: 'rating', keep: 'theirs' }])
  await until(() => document.querySelector('[aria-label="Rating of quay.jpg"]') === null, 'one field less')
})
