import { afterEach, expect, test } from 'vitest'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const start = async () => {
  open = await mountApp({ folders: [], photos: [] })
  await until(() => lines().length > 1, 'the folders of the root')
  return open
}
const lines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')]
const nameOf = (line: HTMLElement): string => line.textContent.trim().replaceAll(/\s+/g, ' ')
const names = (): string[] => lines().map(nameOf)
const line = (name: string): HTMLElement => lines().find((each) => nameOf(each).startsWith(name))!
const path = (): string => document.querySelector<HTMLInputElement>('[aria-label="Folder path"]')!.value
const selected = (): (string | null)[] =>
  lines()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map(nameOf)

test('the only root is unfolded, and an unreadable folder says so', async () => {
  await start()
  expect(names()).toEqual(['/home/ann', 'holidays', 'locked, may not be read', 'pictures', 'work'])
  expect(line('locked').getAttribute('aria-expanded')).toBeNull()
  expect(line('/home/ann').getAttribute('aria-expanded')).toBe('true')
})

test('arrows open folders, Enter chooses, and Up goes back', async () => {
  const { press, byRole } = await start()
  line('pictures').focus()
  press(line('pictures'), 'ArrowRight')
  await until(() => names().some((name) => name === '2025, 1,204+ photos'), 'the folders within, with counts')
  press(line('2025'), 'Enter')
  await until(() => path() === '/home/ann/pictures/2025', 'the path')
  expect(selected()).toEqual(['2025, 1,204+ photos'])
  byRole('button', 'Up').click()
  await until(() => path() === '/home/ann/pictures', 'the folder above')
  byRole('button', 'Up').click()
  await until(() => (byRole('button', 'Up') as HTMLButtonElement).disabled, 'the root')
  expect(path()).toBe('/home/ann')
})

test('a click chooses, its arrow opens', async () => {
  await start()
  line('pictures').click()
  await until(() => path() === '/home/ann/pictures', 'the path')
  expect(names()).not.toContain('2024')
  line('holidays').querySelector<HTMLElement>('.twist')!.click()
  await until(() => line('holidays').getAttribute('aria-expanded') === null, 'a folder without folders')
  expect(path()).toBe('/home/ann/pictures')
})

test('the tree follows a typed path and a suggestion', async () => {
  const { type, byRole } = await start()
  type(byRole('combobox', 'Folder path'), '/home/ann/pictures/2025/june')
  await until(() => selected()[0] === 'june', 'the typed folder')
  byRole('button', 'Pictures').click()
  await until(() => selected()[0] === 'pictures', 'the suggested folder')
  expect(path()).toBe('/home/ann/pictures')
})

test('hidden folders are shown on request', async () => {
  await start()
  document.querySelector<HTMLInputElement>('.hidden-too input')!.click()
  await until(() => names().includes('.cache'), 'the hidden folder')
  document.querySelector<HTMLInputElement>('.hidden-too input')!.click()
  await until(() => lines().length > 1 && !names().includes('.cache'), 'the usual folders')
})

test('a folder that cannot be opened gives the reason', async () => {
  const { press } = await start()
  press(line('work'), 'ArrowRight')
  await until(() => document.querySelector('[role="alert"]')?.textContent?.includes('its disk is away'), 'the reason')
  expect(line('work').getAttribute('aria-expanded')).toBe('false')
})
