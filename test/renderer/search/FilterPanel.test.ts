import { afterEach, expect, test } from 'vitest'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const settings = { ...Settings.parse({}), language: 'en' as const, foldsStacks: true }
const photos = [
  fakePhoto(1, { rating: 4, pick: 1, stack: 1 }),
  fakePhoto(2, { rating: 4, pick: 1, stack: 1 }),
  fakePhoto(3, { rating: 0, pick: 0 }),
]

async function openPanel(shown = photos) {
  const app = await mountApp({ photos: shown, settings })
  close = app.close
  await until(() => app.tiles().length > 1, 'the tiles')
  app.byRole('button', 'Filters').click()
  await until(() => document.querySelector('[aria-label="Filter by flag"] .chip'), 'the panel')
  const section = (field: string) => document.querySelector(`[aria-label="Filter by ${field}"]`)!
  const chips = (field: string) => [...section(field).querySelectorAll('.chip')].map((chip) => chip.textContent)
  const fold = (field: string) => section(field).querySelector<HTMLButtonElement>('[aria-expanded].button')
  return { ...app, section, chips, fold }
}

test('the panel and the bar agree on a list with folded stacks', async () => {
  await openPanel()
  const [bar, panel] = ['.count [role="status"]', '#filter-panel .foot .numbers'].map((place) =>
    document.querySelector(place)?.textContent?.trim(),
  )
  expect([bar, panel]).toEqual(['2 of 3 photos', '2 of 3 photos'])
})

test('ratings, flags and labels keep their places, with and without photos', async () => {
  const { chips, fold, section } = await openPanel()
  expect(chips('flag')).toEqual(['Picked2', 'No flag1', 'Rejected0'])
  expect(chips('colour label')).toEqual(['Red0', 'Yellow0', 'Green0', 'Blue0', 'Purple0'])
  expect(section('rating').querySelectorAll('.chip')).toHaveLength(6)
  expect(['flag', 'colour label', 'rating'].map(fold)).toEqual([null, null, null])
  expect(section('rating').querySelectorAll('.is-empty')).toHaveLength(1)
})

test('other choices without photos are folded away, and a chosen one stays', async () => {
  const { chips, fold, section, byRole } = await openPanel()
  expect(chips('faces')).toEqual(['None3'])
  expect(fold('faces')?.textContent?.trim()).toBe('4 without photos')
  fold('faces')!.click()
  await until(() => chips('faces').length === 5, 'every number of faces')
  ;[...section('faces').querySelectorAll<HTMLButtonElement>('.chip')].at(-1)!.click()
  await until(() => byRole('button', 'Remove filter 3 faces or more'), 'the filter')
  fold('faces')?.click()
  await until(() => chips('faces').includes('3 or more0'), 'the chosen number')
})

test('photos are filtered by closed and open eyes if any were measured', async () => {
  const exposure = { shadows: 0, highlights: 0, middle: 0.5 }
  const withEyes = (id: number, openness: number) =>
    fakePhoto(id, {
      sharpness: {
        subject: 50,
        faces: [{ face: 50, eyes: 50, expression: { openness, smile: null, away: null } }],
        exposure,
      },
    })
  const app = await openPanel([withEyes(1, 0.1), withEyes(2, 0.9), withEyes(3, 0.5)])
  await until(() => app.section('eyes'), 'the counts of eyes')
  expect(app.chips('eyes')).toEqual(['Eyes closed1', 'Eyes open1'])
  app.section('eyes').querySelector<HTMLButtonElement>('.chip')!.click()
  await until(() => app.tiles().length === 1, 'the photo with closed eyes')
  expect(app.byRole('button', 'Remove filter Eyes closed')).toBeTruthy()
  app.close()
  const { section } = await openPanel()
  expect(section('eyes')).toBeNull()
})
