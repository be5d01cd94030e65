import { afterEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

type Corner = { x: number; y: number }
let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())
const panel = () => document.querySelector<HTMLElement>('aside[aria-label="Information"]')!
const part = (name: string) => panel().querySelector<HTMLElement>(`section[aria-label="${name}"]`)!
const show = async (photo: ReturnType<typeof fakePhoto>) => {
  open = await mountApp({ photos: [photo] })
  await until(() => open!.tiles().length === 1, 'the tile')
  open.tiles()[0]!.click()
  // The window is narrow here, so its key opens the panel.
  open.press(document.body, 'i')
  await until(() => panel() && part('Tags'), 'the information')
  return open
}
const tag = (name: string, confidence: number, source: 'engine' | 'person') => ({
  name,
  label: name,
  confidence,
  source,
})

test('photographic details come before findings in the picture', async () => {
  await show(fakePhoto(1))
  const titles = [...panel().querySelectorAll('section.block > h3')].map((title) => title.textContent?.trim())
  expect(titles.slice(0, 5)).toEqual(['Capture', 'Tags', 'Albums', 'Metadata', 'File'])
  expect(part('Capture').textContent).toContain('Camera')
  expect(part('File').textContent).not.toContain('Camera')
})

test("tags of low certainty are folded away; the person's never", async () => {
  const { byRole } = await show(
    fakePhoto(1, { tags: [tag('dog', 90, 'engine'), tag('mine', 100, 'person'), tag('spoon', 8, 'engine')] }),
  )
  expect(part('Tags').textContent).toContain('dog')
  expect(part('Tags').textContent).toContain('mine')
  expect(part('Tags').textContent).not.toContain('spoon')
  byRole('button', 'Show all 3').click()
  await until(() => part('Tags').textContent?.includes('spoon'), 'the other tag')
  byRole('button', 'Show fewer').click()
  await until(() => !part('Tags').textContent?.includes('spoon'), 'the sure ones alone')
})

test('a keyword is shown by its last level, and found by all of it', async () => {
  const { byRole } = await show(fakePhoto(1, { tags: [tag('Places/Spain/Picos de Europa', 100, 'person')] }))
  const name = byRole('button', 'Show photos with Places/Spain/Picos de Europa')
  expect(name.textContent?.trim()).toBe('Picos de Europa')
  expect(name.title).toBe('Places/Spain/Picos de Europa')
})

test('a photo with guesses alone says so', async () => {
  const { byRole } = await show(fakePhoto(1, { tags: [tag('spoon', 8, 'engine')] }))
  expect(part('Tags').textContent).toContain('Only guesses')
  byRole('button', 'Show all 1').click()
  await until(() => part('Tags').textContent?.includes('spoon'), 'the guess')
  expect(part('Tags').textContent).not.toContain('Only guesses')
})

test('text on the photo is listed, and copied line by line', async () => {
  const corners = [0, 1, 2, 3].map((x) => ({ x, y: 0 })) as [Corner, Corner, Corner, Corner]
  const textLines = ['NO PARKING', 'Mon to Fri'].map((text) => ({ text, confidence: 90, corners }))
  const { byRole } = await show(fakePhoto(1, { textLines }))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  expect(part('Text on the photo').textContent).toContain('Mon to Fri')
  byRole('button', 'Copy the text').click()
  await until(() => copied.mock.calls.length > 0, 'the copy')
  expect(copied.mock.calls).toEqual([['NO PARKING\nMon to Fri']])
  copied.mockRestore()
})

test('the reason for a tag is requested at the tag, and for a missing one in words', async () => {
  const { byRole, type, library } = await show(fakePhoto(1, { tags: [tag('dog', 90, 'engine')] }))
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')!
  byRole('button', 'Why dog?').click()
  await until(() => dialog()?.textContent?.includes('The photo has the tag “dog”.'), 'the answer')
  expect(dialog().querySelector('li')?.textContent).toBe('Object detector: 12%.')
  dialog().querySelector<HTMLElement>('[aria-label=Close]')!.click()
  await until(() => !dialog(), 'the closed dialog')
  byRole('button', 'Why is a tag missing?').click()
  await until(() => dialog(), 'the dialog')
  expect(dialog().querySelector('section')).toBeNull()
  type(dialog().querySelector('input')!, 'cat')
  await nextTick()
  dialog().querySelector('form')!.requestSubmit()
  await until(() => dialog().textContent?.includes('does not have the tag “cat”'), 'the other answer')
  expect(library.calls.filter(({ name }) => name === 'photos.explainTag').map(({ input }) => input)).toEqual([
    { id: 1, word: 'dog' },
    { id: 1, word: 'cat' },
  ])
})

test('all metadata is read on request, and can be searched', async () => {
  const { byRole, type } = await show(fakePhoto(1))
  byRole('button', 'All metadata…').click()
  const dialog = () => document.querySelector('[role=dialog]')
  await until(() => dialog()?.textContent?.includes('1 tag'), 'the tags')
  expect(dialog()!.querySelector('h3')?.textContent).toBe('EXIF: capture')
  expect(dialog()!.querySelector('dl')?.textContent).toContain('Exposure Time')
  type(dialog()!.querySelector('input')!, 'lens')
  await until(() => dialog()?.textContent?.includes('No tag with these words'), 'nothing')
  type(dialog()!.querySelector('input')!, 'exposure 250')
  await until(() => dialog()?.querySelector('dd')?.textContent === '1/250', 'the tag')
})

test('a comma makes two tags', async () => {
  const { type, press, library } = await show(fakePhoto(1))
  const field = part('Tags').querySelector('input')!
  type(field, 'alpha, beta,')
  await nextTick()
  press(field, 'Enter')
  const names = () =>
    library.calls.filter(({ name }) => name === 'photos.addTag').map(({ input }) => (input as { name: string }).name)
  await until(() => names().length === 2, 'both tags')
  expect(names()).toEqual(['alpha', 'beta'])
})

test('many faces are counted, and the largest are shown', async () => {
  const face = (size: number) => ({
    confidence: 90,
    coordinates: { xmin: 0, ymin: 0, xmax: size, ymax: size, width: size, height: size },
    face_id: '',
    attributes: [],
    landmarks: [],
  })
  const { byRole } = await show(fakePhoto(1, { faceList: Array.from({ length: 250 }, (_, at) => face(10 + at)) }))
  expect(part('Faces').textContent).toContain('250 faces')
  expect(part('Faces').textContent).not.toContain('%')
  expect(part('Faces').querySelectorAll('li')).toHaveLength(12)
  byRole('button', 'Show all 250').click()
  await until(() => part('Faces').querySelectorAll('li').length === 250, 'all faces')
})

test('the next photo keeps the focus on a control, and takes over neither words nor unfolded lists', async () => {
  const faint = [tag('dog', 90, 'engine'), tag('spoon', 8, 'engine')]
  open = await mountApp({ photos: [fakePhoto(1, { tags: faint }), fakePhoto(2, { tags: faint })] })
  await until(() => open!.tiles().length === 2, 'the tiles')
  open.tiles()[0]!.click()
  open.press(document.body, 'i')
  await until(() => panel() && part('Tags'), 'the information')
  const name = () => panel().querySelector('h2')!.textContent
  const [before, input] = [name(), panel().querySelector<HTMLInputElement>('section[aria-label="Tags"] input')!]
  open.type(input, 'begun')
  open.byRole('button', 'Show all 2').click()
  await until(() => part('Tags').textContent?.includes('spoon'), 'the faint tag')
  const similar = panel().querySelector<HTMLElement>('.tools button')!
  similar.focus()
  open.tiles()[1]!.click()
  await until(() => name() !== before, 'the other photo')
  expect(similar.isConnected).toBe(true)
  expect(panel().querySelector<HTMLInputElement>('section[aria-label="Tags"] input')!.value).toBe('')
  expect(part('Tags').textContent).not.toContain('spoon')
})
