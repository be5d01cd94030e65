import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { fakeKeywords } from '../fake-keywords.ts'
import { fakePhoto } from '../fake-photos.ts'
import { fakeRemote } from '../fake-remote.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const again = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('again'))

async function selectAll(failed: readonly number[], remote = fakeRemote(), keywords = fakeKeywords()) {
  const photos = [1, 2, 3].map((id) =>
    fakePhoto(id, failed.includes(id) ? { status: 'failed', reason: foreign('No.') } : {}),
  )
  open = await mountApp({ photos, remote, keywords })
  await until(() => open.tiles().length === 3, 'the photos')
  open.press(document.body, 'i')
  await open.app.runWithContext(() => useSelection()).add(async () => [1, 2, 3])
  await until(() => document.querySelector('.info h2')?.textContent === '3 photos', 'the selection')
}

test('analysed photos are not offered another analysis', async () => {
  await selectAll([])
  expect(again()).toBeUndefined()
})

test('of several photos, the failed ones are analysed again', async () => {
  await selectAll([1, 3])
  await until(again, 'the button')
  expect(again()!.textContent?.trim()).toBe('Analyse 2 photos that failed again')
  again()!.click()
  const asked = () => open.library.calls.find(({ name }) => name === 'photos.reanalyse')?.input
  await until(asked, 'the call')
  expect(asked()).toEqual({ ids: [1, 2, 3], failedOnly: true })
})

test('if a remote service may find other things, all are offered', async () => {
  const { state, ...rest } = fakeRemote()
  await selectAll([], { ...rest, state: { ...state, hasCredentials: true } })
  await until(again, 'the button')
  again()!.click()
  const asked = () => open.library.calls.find(({ name }) => name === 'photos.reanalyse')?.input
  await until(asked, 'the call')
  expect(asked()).toEqual({ ids: [1, 2, 3], failedOnly: false })
})

test("a suggestion's name is its button text, with its source beside it", async () => {
  const finding = { name: 'dog', label: 'dog', confidence: 90, sources: ['finding'] } as const
  await selectAll([], fakeRemote(), { ...fakeKeywords(), suggestions: [{ ...finding, sources: [...finding.sources] }] })
  const list = () => document.querySelector('section[aria-label="Suggested keywords"]')
  await until(list, 'the suggestion')
  const button = list()!.querySelector('button')!
  expect(button.getAttribute('aria-label')).toContain(button.textContent.trim())
  expect(list()!.textContent).toContain('found in the picture')
})
