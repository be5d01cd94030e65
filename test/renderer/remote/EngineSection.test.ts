import { foreign, say } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { fakeRemote, type FakeRemote } from '../fake-remote.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const text = (): string => document.querySelector('section[aria-label="Analysis engine"]')?.textContent ?? ''
const field = (id: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#service-${id}`)!
const box = (label: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!
const fill = (input: HTMLInputElement, value: string): void => {
  open.type(input, value)
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const submit = (): void => {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}
const inputsOf = (name: string): unknown[] =>
  open.library.calls.filter((call) => call.name === name).map(({ input }) => input)

async function start(remote: Partial<FakeRemote> = {}) {
  open = await mountApp({ remote: { ...fakeRemote(), ...remote } })
  open.app.runWithContext(() => usePanels()).openSettings('engine')
  await until(() => text() !== '', 'the section')
  return open
}
const ready = (): Partial<FakeRemote> => {
  const usual = fakeRemote()
  return {
    choice: { ...usual.choice, engine: 'remote', address: 'https://api.example.com' },
    state: { ...usual.state, condition: 'ready', hasCredentials: true, keptIn: 'file' },
    keeping: { ...usual.keeping, shortKey: 'acc_…' },
  }
}

test('the service is used only after its form is complete and the outgoing data was shown', async () => {
  const { byRole } = await start()
  byRole('radio', 'Remote service').click()
  await until(() => field('address'), 'the form')
  expect(text()).toContain('reduced copy')
  expect(text()).toContain('no metadata')
  expect((byRole('button', 'Analyse with this service') as HTMLButtonElement).disabled).toBe(true)
  expect(inputsOf('remote.setChoice')).toEqual([])

  fill(field('address'), 'https://api.example.com')
  await until(() => inputsOf('remote.setChoice').length === 1, 'the address')
  open.type(field('key'), 'acc_123456789')
  open.type(field('secret'), 'sesame')
  submit()
  await until(() => text().includes('The service answers'), 'the answer')
  expect(text()).toContain('140 of 2,000')
  expect(text()).toContain('personal_photos, nsfw_beta')
  await until(() => !(byRole('button', 'Analyse with this service') as HTMLButtonElement).disabled, 'the switch')
  byRole('button', 'Analyse with this service').focus()
  byRole('button', 'Analyse with this service').click()
  await until(() => open.library.state.remote.choice.engine === 'remote', 'the switch')
  await until(() => text().includes('The service is in use'), 'the state')
  await until(() => document.activeElement === byRole('radio', 'Remote service'), 'the focus at the top')
})

test('the secret is sent once and is not in the page afterwards', async () => {
  await start({ choice: { ...fakeRemote().choice, address: 'https://api.example.com' } })
  open.byRole('radio', 'Remote service').click()
  await until(() => field('secret'), 'the form')
  expect(field('secret').type).toBe('password')
  open.type(field('key'), 'acc_123456789')
  open.type(field('secret'), 'open sesame')
  submit()
  await until(() => text().includes('acc_…'), 'the short key')
  expect(inputsOf('remote.setCredentials')).toEqual([{ key: 'acc_123456789', secret: 'open sesame' }])
  expect(document.body.innerHTML).not.toContain('sesame')
  expect([...document.querySelectorAll('input')].some((input) => input.value.includes('sesame'))).toBe(false)
  expect(text()).toContain('kept in a file that only you can read')
})

test('a service without a limit is not given one', async () => {
  const answer = fakeRemote().answer
  if (typeof answer === 'string' || answer.usage === null) throw new Error('the fake service answers')
  await start({
    ...ready(),
    answer: { ...answer, usage: { ...answer.usage, monthlyUsed: null, monthlyLimit: null } },
  })
  submit()
  await until(() => text().includes('No monthly limit'), 'the plan')
  expect(text()).not.toMatch(/Until|Used this month/)
})

test('a failed test gives the exact reason', async () => {
  await start({ ...ready(), answer: 'The service refused key and secret (401). Enter them again.' })
  submit()
  await until(
    () =>
      [...document.querySelectorAll('[role="alert"]')].some((alert) =>
        alert.textContent?.includes('refused key and secret (401)'),
      ),
    'the reason',
  )
})

test('half of key and secret is not sent, and the missing half is named', async () => {
  await start({ choice: { ...fakeRemote().choice, address: 'https://api.example.com' } })
  open.byRole('radio', 'Remote service').click()
  await until(() => field('key'), 'the form')
  open.type(field('key'), 'acc')
  submit()
  await until(() => text().includes('Enter the secret.'), 'the sentence')
  expect(inputsOf('remote.setCredentials')).toEqual([])
  expect(inputsOf('remote.test')).toEqual([])
})

test('key and secret are not saved for an invalid address: both stay for the corrected one', async () => {
  await start()
  open.byRole('radio', 'Remote service').click()
  await until(() => field('key'), 'the form')
  open.type(field('key'), 'acc')
  open.type(field('secret'), 'open sesame')
  fill(field('address'), 'my service')
  submit()
  await until(() => text().includes('must begin with https://'), 'the reason')
  fill(field('address'), 'https://api.example.com')
  submit()
  await until(() => inputsOf('remote.test').length === 1, 'the test')
  expect(inputsOf('remote.setCredentials')).toHaveLength(1)
})

test('an invalid address is reported beside its field and not saved', async () => {
  await start(ready())
  fill(field('address'), 'my service')
  await until(() => text().includes('must begin with https://'), 'the reason')
  expect(field('address').getAttribute('aria-invalid')).toBe('true')
  expect(open.library.state.remote.choice.address).toBe('https://api.example.com')
})

test('an unencrypted address of another machine shows a warning', async () => {
  await start(ready())
  open.type(field('address'), 'http://192.168.1.5:8080')
  await until(() => text().includes('not encrypted'), 'the warning')
  open.type(field('address'), 'http://localhost:8080')
  await until(() => !text().includes('not encrypted'), 'no warning')
})

test('choice of findings, size, languages and budget are saved together', async () => {
  await start(ready())
  box('Faces').click()
  box('Fall back to this machine').click()
  const languages = document.querySelector<HTMLSelectElement>('[aria-label="Add a language"]')!
  languages.value = 'de'
  languages.dispatchEvent(new Event('change', { bubbles: true }))
  fill(box('Monthly budget in analyses'), '1,500')
  await until(() => inputsOf('remote.setChoice').length > 0, 'the call')
  expect(inputsOf('remote.setChoice')).toEqual([
    { operations: ['tags', 'categories', 'colors'], fallBack: true, languages: ['en', 'de'], monthlyBudget: 1500 },
  ])
  fill(box('Monthly budget in analyses'), 'many')
  await until(() => text().includes('A whole number, or nothing for no limit.'), 'the reason')
  fill(box('Monthly budget in analyses'), '')
  await until(() => open.library.state.remote.choice.monthlyBudget === null, 'no limit')
})

test.each([
  ['no-credentials', 'No key and secret'],
  ['refused', 'Not accepted'],
  ['forbidden', 'Limit reached'],
  ['budget-spent', 'Budget spent'],
  ['unreachable', 'No answer'],
] as const)('%s is reported with advice, here and above the photos', async (condition, title) => {
  const usual = ready()
  await start({ ...usual, state: { ...usual.state!, condition, message: foreign('What to do.') } })
  expect(text()).toContain(title)
  expect(text()).toContain('What to do.')
  open.library.emit({
    type: 'analysis.changed',
    status: {
      state: 'analysing',
      scanned: 0,
      total: 4,
      analysed: 0,
      failed: 0,
      pending: 4,
      perSecond: 0,
      secondsLeft: null,
    },
  })
  await until(
    () => document.querySelector('[aria-label="Remote service"][role="status"]')?.textContent?.includes('What to do.'),
    'the banner',
  )
})

test('credentials from the environment are shown and cannot be changed here', async () => {
  await start({
    ...ready(),
    keeping: {
      place: 'environment',
      note: say('remote.fromEnvironment', { names: 'LUMAFOLD_REMOTE_KEY and LUMAFOLD_REMOTE_SECRET' }),
      problem: null,
      shortKey: 'acc_…',
    },
  })
  await until(() => text().includes('Taken from the environment: LUMAFOLD_REMOTE_KEY'), 'the note')
  expect(field('key')).toBeNull()
  expect(document.querySelectorAll('.kept button')).toHaveLength(0)
})

test('returning to this machine needs no confirmation', async () => {
  const { byRole } = await start(ready())
  byRole('radio', 'This machine').click()
  await until(() => open.library.state.remote.choice.engine === 'local', 'the switch')
  expect(field('address')).toBeNull()
})

test("photos missing in the service's index are reported if similar photos come from it", async () => {
  const { choice, ...rest } = ready()
  await start({ ...rest, choice: { ...choice!, operations: ['tags', 'similar'] }, outsideIndex: 1234 })
  await until(() => text().includes('1,234 photos are not in the service’s index yet'), 'the note')
  box('Similar photos').click()
  await until(() => !text().includes('index yet'), 'its end')
})
