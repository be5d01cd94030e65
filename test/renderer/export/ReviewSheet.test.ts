import { afterEach, expect, test } from 'vitest'
import { useExportDraft } from '../../../src-renderer/export/settings/use-export-draft.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.dialog [role="gridcell"]')]

test('crops are moved by keys for this export, pinned for good, and set for a stack', async () => {
  const photos = fakePhotos(400).map((photo) => ({ ...photo, stack: 1 }))
  open = await mountApp({ photos })
  await until(() => open!.tiles().length > 0, 'tiles')
  open.app.runWithContext(() => useExportDraft()).takeCrop({ width: 1080, height: 1080 })
  open.app.runWithContext(() => usePanels()).exportIds = photos.map(({ id }) => id)
  await until(() => open!.byRole('button', 'Review crops…'), 'the button')
  open.byRole('button', 'Review crops…').click()
  await until(() => cells()[0]?.getAttribute('aria-label')?.includes('Suggested'), 'the first crop')
  expect(document.querySelector('.dialog')?.textContent).toContain('Review 400 crops')
  expect(cells().length).toBeLessThan(200)

  open.press(cells()[0]!, 'ArrowRight', { shiftKey: true })
  await until(() => cells()[0]?.dataset['state'] === 'moved', 'the moved crop')
  open.press(cells()[0]!, '0')
  await until(() => cells()[0]?.dataset['state'] === 'suggested', 'the suggestion')
  open.press(cells()[0]!, 'ArrowRight')
  await until(() => cells()[1]?.getAttribute('aria-selected') === 'true', 'the next crop')
  open.press(cells()[1]!, 'b')
  await until(() => open!.library.calls.some(({ name }) => name === 'crops.pin'), 'the pin')
  expect(open.library.calls.find(({ name }) => name === 'crops.pin')?.input).toMatchObject({
    ids: [photos[1]!.id],
    size: { width: 1080, height: 1080 },
    wholeStacks: true,
  })
})

test("a crop shows its file's size, and whether that is smaller than requested", async () => {
  const photos = fakePhotos(2).map((photo) => ({ ...photo, width: 480, height: 320 }))
  open = await mountApp({ photos })
  await until(() => open!.tiles().length > 0, 'tiles')
  const draft = open.app.runWithContext(() => useExportDraft())
  draft.takeCrop({ width: 1080, height: 1080 })
  open.app.runWithContext(() => usePanels()).exportIds = photos.map(({ id }) => id)
  await until(() => open!.byRole('button', 'Review crops…'), 'the button')
  open.byRole('button', 'Review crops…').click()
  await until(() => cells()[0]?.getAttribute('aria-label')?.includes('320 × 320'), 'the size of the file')
  const chosen = (): string => document.querySelector('[aria-label="The chosen crop"]')?.textContent ?? ''
  await until(() => chosen().includes('Smaller than 1080 × 1080: it has no more pixels'), 'the reason')
  expect(chosen()).not.toContain('Enlarged')
  draft.change({ pictures: { ...draft.pictures, keepsSmall: false } })
  await until(() => chosen().includes('Enlarged 3.4 times'), 'what is enlarged')
  expect(cells()[0]?.getAttribute('aria-label')).toContain('1080 × 1080')
})
