import { afterEach, expect, test } from 'vitest'
import type { FolderAnswer } from '../../../src-main/contract/shell/browsing.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const DRIVE = '/media/ann/Archive'

/** The first screen; `answer` is the answer of the person at the machine. */
async function start() {
  const asked: string[] = []
  let answer: (given: FolderAnswer) => void = () => undefined
  const answerFolder = (path: string) => {
    asked.push(path)
    return new Promise<FolderAnswer>((resolve) => {
      answer = resolve
    })
  }
  open = await mountApp({ folders: [], photos: [], answerFolder })
  await until(() => open!.byRole('combobox', 'Folder path'), 'the path box')
  return { ...open, asked, answer: (given: FolderAnswer) => answer(given) }
}
const says = (text: string) => until(() => document.body.textContent?.includes(text), text)

test('an outside folder is added once it is allowed on the machine', async () => {
  const { byRole, type, asked, answer, library } = await start()
  type(byRole('combobox', 'Folder path'), DRIVE)
  await until(() => !(byRole('button', 'Add folder') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Add folder').click()
  await until(() => byRole('button', 'Ask on the machine'), 'the offer')
  expect(asked).toEqual([])
  byRole('button', 'Ask on the machine').click()
  await says('The question waits on the machine,')
  await until(() => asked.length === 1, 'the question')
  library.state.shell = { ...library.state.shell, roots: ['/home/ann', '/media'] }
  answer('allowed')
  await until(() => library.state.folders.some(({ path }) => path === DRIVE), 'the folder')
})

test('a refusal is reported, and the question can be asked again', async () => {
  const { byRole, asked, answer } = await start()
  await until(() => byRole('button', /^EOS/), 'the card')
  byRole('button', /^EOS/).click()
  await until(() => byRole('button', 'Ask on the machine'), 'the offer')
  byRole('button', 'Ask on the machine').click()
  await until(() => asked.length === 1, 'the question')
  answer('refused')
  await says('The answer on the machine was no.')
  byRole('button', 'Ask again').click()
  await until(() => asked.length === 2, 'the second question')
  answer('unanswered')
  await says('Nobody answered on the machine')
  expect(asked).toEqual(['/media/ann/EOS/DCIM', '/media/ann/EOS/DCIM'])
})

test('another path withdraws the question', async () => {
  const { byRole, type } = await start()
  await until(() => byRole('button', /^EOS/), 'the card')
  byRole('button', /^EOS/).click()
  await until(() => byRole('button', 'Ask on the machine'), 'the offer')
  byRole('button', 'Ask on the machine').click()
  await until(() => byRole('button', 'Withdraw the question'), 'the question')
  type(byRole('combobox', 'Folder path'), '/home/ann')
  await until(() => !document.body.textContent?.includes('waits on the machine'), 'the question to go')
})
