import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { mountApp, until } from '../mount-app.ts'
import { fakePhoto } from '../fake-photos.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

test('sections are a named list that keys walk through', async () => {
  open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => open.tiles().length === 1, 'the photo')
  open.byRole('button', /^Settings/).click()
  await until(
    () => document.querySelector('[role="tablist"]')?.getAttribute('aria-orientation') === 'vertical',
    'the list',
  )
  expect([...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent)).toEqual([
    'General',
    'Keys',
    'Hidden photos',
    'People',
    'Map',
    'Folders',
    'Metadata',
    'Import and export',
    'Backups',
    'Analysis engine',
    'Learned tags',
    'Models',
    'Privacy',
  ])
  for (const [tab, section] of [
    ['Analysis engine', 'Analysis engine'],
    ['Models', 'Models'],
    ['Privacy', 'Privacy'],
  ]) {
    open.choose(open.byRole('tab', tab!))
    await until(
      () => document.querySelector(`[role="tabpanel"] section[aria-label="${section}"]`),
      `the section ${section}`,
    )
  }
  expect(document.querySelector('section[aria-label="Privacy"]')?.textContent).toContain(
    'No photo, thumbnail or tag leaves it',
  )
})

test('a change is saved at once when the page closes', async () => {
  open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => open.tiles().length === 1, 'the photo')
  // a stopped clock: the change is never saved by itself
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  open.app.runWithContext(() => useSettings()).change({ tileSize: 310 })
  expect(open.library.state.settings.tileSize).toBe(200)
  dispatchEvent(new Event('pagehide'))
  await expect.poll(() => open.library.state.settings.tileSize).toBe(310)
})

test('switching off words for people reloads the visible photos', async () => {
  // wide enough that the inspector is open
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1440 })
  const woman = { name: 'woman', label: 'woman', confidence: 90, source: 'engine' as const }
  open = await mountApp({ photos: [fakePhoto(1, { tags: [woman] })] })
  const { library, byRole } = open
  const chips = () => [...document.querySelectorAll('.chip')].map((each) => each.textContent ?? '')
  await until(() => chips().some((text) => text.includes('woman')), 'the word')
  byRole('button', /^Settings/).click()
  const choices = () => document.querySelectorAll<HTMLElement>('[aria-label="Words for people"] > *')
  await until(() => choices().length === 2, 'the setting')
  expect([...choices()].map((choice) => choice.textContent)).toEqual(['Show', 'Hide'])
  choices()[1]!.click()
  await until(() => library.state.settings.peopleWords === 'hide', 'the change')
  library.state.photos = [fakePhoto(1)]
  library.emit({ type: 'settings.changed', settings: library.state.settings })
  await until(() => chips().every((text) => !text.includes('woman')), 'no such word')
})

test('learning from choices is reported, and a switch deletes it', async () => {
  open = await mountApp({
    photos: [fakePhoto(1)],
    learned: {
      choices: 40,
      least: 20,
      agreement: { usual: 0.55, learned: 0.8 },
      isUsed: true,
      preferences: [
        { taken: 'eyes-sharper', over: 'subject-sharper', times: 12, of: 14 },
        { taken: 'darker', over: null, times: 9, of: 10 },
      ],
      followsContent: true,
    },
  })
  const { library, byRole } = open
  await until(() => open.tiles().length === 1, 'the photo')
  byRole('button', /^Settings/).click()
  const lines = () => [...document.querySelectorAll('.learned p')].map((line) => line.textContent)
  await until(() => lines().length === 4, 'what was learned')
  expect(lines()).toEqual([
    'Learned from 40 stacks: suggestions agree with 80 % of your choices, and with 55 % without it.',
    'You prefer sharper eyes to a sharper subject: in 12 of 14 stacks.',
    'You prefer darker frames: in 9 of 10 stacks.',
    'You prefer something that shows only in the picture itself.',
  ])
  document.querySelectorAll<HTMLElement>('[aria-label="Learn how I choose"] > *')[1]!.click()
  await until(() => library.state.settings.learnsChoices === false, 'the change')
  await until(() => lines().length === 0, 'nothing to say')
})
