/** @module-tag night */

import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService, type Service } from '../../src-main/service/service.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { isNight } from '../fixtures/night.ts'
import { sharedModels, sharedPhotos } from '../fixtures/shared.ts'
import { packagePhotos } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { browserProgram } from './find-programs.ts'
import { LayoutFinder, windowSizes } from './layout/layout-faults.ts'
import { takeShot } from './library-page.ts'
import { openBrowser } from './open-browser.ts'
import { PAGE_TIMEOUT_MS } from './start-app.ts'

/**
 * Every call of the interface, made in the console in a real browser with a real service. The tests depend on each
 * other.
 */

const KEY = 'acc_console'
const SECRET = 'a secret: with "signs" & ü'
const coco = sharedPhotos() && join(sharedPhotos()!, 'coco128/images')
const [portrait, other] = coco
  ? [join(coco, '000000000036.jpg'), join(coco, '000000000061.jpg')]
  : (packagePhotos() as [string, string])
const quiet = () => undefined

/** The parts of replies that the tests read, one from each call. */
type Reply = {
  result: {
    tags: unknown[]
    faces: { face_id: string; coordinates: { xmin: number; ymin: number; width: number } }[]
    colors: { image_colors: { html_code: string; percent: number }[] }
    is_final: boolean
    upload_id: string
    ticket_id: string
    monthly_processed: number
  }
  uploaded: { id: string }[]
}

let folder: string
let service: Service
let browser: Browser
let page: Page
const tried = new Set<string>()
let layout: LayoutFinder
/** Console messages of the browser, and requests that left the service. */
const problems: string[] = []
/** Statuses that a test expects; the browser writes each into its console. */
let refusals: number[] = []

const field = (name: string) => page.locator(`#fields [data-name="${name}"]`)
const source = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true })
const drawn = () => page.locator('#drawn').innerText()
const answer = async () => JSON.parse((await page.locator('#json').textContent()) ?? '') as Reply

/** axe finds nothing and everything fits; by night in both themes, and up to a very large window. */
async function expectNothing(name: string): Promise<void> {
  const before = page.viewportSize()!
  for (const theme of isNight ? (['dark', 'light'] as const) : (['dark'] as const)) {
    await expect.poll(() => axeFindings(page, theme, theme === 'dark')).toEqual([])
    await takeShot(page, `console-${name}-${theme}`)
  }
  const sizes = [{ width: 390, height: 844 }, windowSizes.small, windowSizes.large]
  for (const size of isNight ? sizes : sizes.slice(0, 1)) {
    await page.setViewportSize(size)
    await expect.poll(() => layout.faults(page)).toEqual([])
    await takeShot(page, `console-${name}-${size.width}`)
  }
  await page.setViewportSize(before)
}

/** The service's answer to a question about the account. */
async function answerOf(path: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`
  return (await fetch(`${service.address}${path}`, { headers: { authorization } })).json()
}

/** Replaces answers with some that no service in a test would give. */
const answerWith = (pattern: string, json: unknown) => page.route(pattern, (route) => route.fulfill({ json }))

/** Chooses a call, fills in its parameters and sends it; returns the status. */
async function make(call: string, values: Record<string, string | boolean> = {}): Promise<number> {
  tried.add(call)
  await page.selectOption('#calls', call)
  // a value entered for another call stays if the parameter is the same
  for (const input of await page
    .locator('#fields input[data-kind="parameter"][type="text"], #fields input[data-kind="parameter"]:not([type])')
    .all())
    await input.fill('')
  for (const box of await page.locator('#fields input[type="checkbox"]').all())
    await box.setChecked((await box.getAttribute('data-default')) === '1')
  for (const [name, value] of Object.entries(values))
    await (typeof value === 'boolean'
      ? field(name).setChecked(value)
      : (await field(name).evaluate((element) => element.tagName)) === 'SELECT'
        ? field(name).selectOption(value)
        : field(name).fill(value))
  return send()
}

/** Asks for the chosen ticket until it is final. */
const untilFinal = () =>
  expect.poll(async () => (await make('v2.tickets'), (await answer()).result.is_final), { timeout: 30_000 }).toBe(true)

async function send(): Promise<number> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('#result')?.getAttribute('aria-busy') === 'false')
  return Number.parseInt((await page.locator('#status').innerText()) || '0')
}

describe.skipIf(browserProgram === null)('the console', () => {
  beforeAll(async () => {
    layout = await LayoutFinder.make()
    folder = makeTempFolder('console')
    service = await createService({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      resourcesDir,
      modelsDir: sharedModels() ?? join(folder, 'models'),
      key: KEY,
      secret: SECRET,
      allowPrivateUrls: true,
      version: '1.2.3',
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    })
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    page.on('pageerror', (error) => problems.push(error.message))
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !refusals.some((status) => message.text().includes(` ${status} `)) &&
        problems.push(message.text()),
    )
    page.on(
      'request',
      (request) =>
        /^https?:/.test(request.url()) &&
        !request.url().startsWith(service.address) &&
        problems.push(`asked ${request.url()}`),
    )
    await page.goto(`${service.address}/console`)
    await page.locator('#calls option').first().waitFor({ state: 'attached' })
  }, 120_000)
  beforeEach(() => {
    refusals = []
  })
  afterEach(() => {
    expect(problems.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    removeFolder(folder)
  })

  test('reports what is missing before anything is sent', async () => {
    await expectNothing('first')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(drawn).toContain('Give key and secret first')
    await page.getByLabel('Key').fill(KEY)
    await page.getByLabel('Secret').fill('wrong')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(drawn).toContain('Choose a photo first')
    refusals = [401]
    await page.getByRole('button', { name: 'Check' }).click()
    await expect.poll(() => page.locator('#account-state').innerText()).toMatch(/secret/)
    await page.getByLabel('Secret').fill(SECRET)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect.poll(() => page.locator('#account-state').innerText()).toContain('Key and secret fit')
  })

  test('tags as bars, in several languages, with the request as a command line that hides the secret', async () => {
    await page.setInputFiles('#file', portrait!)
    expect(await make('v2.tags.get', { language: 'en,de', limit: '3', verbose: true })).toBe(200)
    await expect.poll(() => page.locator('.bars li').count()).toBe(3)
    await expect.poll(() => page.locator('.bars .amount').first().innerText()).toMatch(/^\d+(\.\d+)?%$/)
    expect((await answer()).result.tags).toHaveLength(3)
    const curl = await page.locator('#curl').innerText()
    expect(curl).toContain(`-u "${KEY}:$SECRET" ${service.address}/v2/tags`)
    expect(curl).toContain('-F language=en,de')
    await expect.poll(() => page.locator('body').innerText()).not.toContain(SECRET)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).toBe('{}')
    await expectNothing('tags')
  })

  test('an error is a sentence', async () => {
    refusals = [400]
    expect(await make('v2.tags.get', { limit: 'many' })).toBe(400)
    expect(await drawn()).toBe('limit is "many"; it must be a whole number from 0, or -1 for all.')
    await expectNothing('error')
  })

  test('faces as boxes, crops as rectangles and cut out, colours as palettes', async () => {
    expect(await make('v2.faces.detections.get', { return_face_id: true })).toBe(200)
    const { faces } = (await answer()).result
    await expect.poll(() => page.locator('#stage .box').count()).toBe(faces.length)
    await expectNothing('faces')
    if (coco) {
      const { xmin, ymin, width } = faces[0]!.coordinates
      expect(
        await page
          .locator('#stage .box rect')
          .first()
          .evaluate((rect) => ['x', 'y', 'width'].map((name) => Number(rect.getAttribute(name)))),
      ).toEqual([xmin, ymin, width])
    }
    expect(await make('v2.croppings.get', { resolution: '200x100,100x200' })).toBe(200)
    await expect.poll(() => page.locator('#stage .box').count()).toBe(2)
    await expect.poll(() => page.locator('.crops canvas').count()).toBe(2)
    await expectNothing('crops')
    await page.locator('.crops button').first().focus()
    await expect.poll(() => page.locator('#stage .shade').count()).toBe(1)
    expect(await make('v2.croppings.get', { resolution: '200x100', image_result: true })).toBe(200)
    expect(
      await page
        .locator('.picture img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
    ).toBeCloseTo(2, 1)
    expect(await make('v2.colors.get')).toBe(200)
    await expect.poll(() => page.locator('.palette').count()).toBeGreaterThan(0)
    await expectNothing('colours')
    const { html_code, percent } = (await answer()).result.colors.image_colors[0]!
    await expect.poll(() => page.locator('.swatches li').first().innerText()).toContain(html_code)
    await expect
      .poll(() => page.locator('.swatches strong').first().innerText())
      .toBe(`${Math.round(percent * 100) / 100}%`)
  })

  test.each([
    ['categories', 'v2.categories.get', {}],
    ['colors', 'v2.colors.get', { deterministic: true }],
  ])('an index of %s is filled, trained, searched and deleted', async (kind, save, values) => {
    const call = (name: string) => `v2.similar.${kind}.${name}`
    expect(await make(save, { ...values, save_index: 'console', save_id: 'one' })).toBe(200)
    expect(await make(call('put'))).toBe(200)
    await page.getByRole('button', { name: 'Ask how it stands' }).click()
    await untilFinal()
    expect(await make(call('get'))).toBe(200)
    const hit = page.locator('.hits li').first()
    await expect.poll(() => hit.innerText()).toMatch(/one\s+0\.000\d the same picture/)
    const shown = hit.getByRole('img', { name: 'Entry one' })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expectNothing(`similar-${kind}`)
    await source('None')
    await page.selectOption('#calls', call('get'))
    expect(await send()).toBe(200)
    expect(await drawn()).toContain('trained_entries')
    expect(await make(call('entry.get'), { entry_id: 'one' })).toBe(200)
    expect(await drawn()).toBe('Yes, the entry is in the index.')
    expect(await make(call('entry.delete'), { entry_id: 'one' })).toBe(200)
    expect(await make(call('delete'))).toBe(200)
    expect(await drawn()).toBe('Done.')
    await page.selectOption('#calls', save)
    await source('File')
  })

  test('an upload serves as the photo until it is deleted', async () => {
    expect(await make('v2.uploads.post')).toBe(200)
    const { upload_id } = (await answer()).result
    await page.getByRole('button', { name: 'Use it as the photo' }).click()
    expect(await make('v2.tags.get')).toBe(200)
    await expect.poll(() => page.locator('#method').innerText()).toBe('GET')
    await expect.poll(() => page.locator('#stage img').count()).toBe(1)
    expect(await make('v2.uploads.delete', { upload_id })).toBe(200)
    refusals = [410]
    expect(await make('v2.tags.get')).toBe(410)
    await source('File')
  })

  test('feedback is given on an answer', async () => {
    expect(await make('v2.tags.get', { accept_feedback: true })).toBe(200)
    await page.getByRole('button', { name: 'Say which tags fit' }).click()
    tried.add('v2.feedback.post')
    expect(await send()).toBe(200)
    expect(await drawn()).toBe('Done.')
  })

  test('your own tagger and categorizer are trained, listed, used and deleted', async () => {
    const ids: string[] = []
    for (const photo of [portrait!, other!]) {
      await page.selectOption('#calls', 'v2.uploads.post')
      await page.setInputFiles('#file', photo)
      expect(await make('v2.uploads.post')).toBe(200)
      ids.push((await answer()).result.upload_id)
    }
    const [one, two] = ids
    expect(
      await make('v2.taggers.put', {
        tagger_id: 'own',
        'v2.taggers.put': JSON.stringify({ classes: [{ name: 'Umbrella day', positives: [one], negatives: [two] }] }),
      }),
    ).toBe(200)
    expect(await make('v2.taggers')).toBe(200)
    expect(await drawn()).toContain('Umbrella day')
    expect(await make('v2.taggers.get', { tagger_id: 'own' })).toBe(200)
    await page.selectOption('#calls', 'v2.tags.custom.get')
    await page.setInputFiles('#file', portrait!)
    expect(await make('v2.tags.custom.get', { tagger_id: 'own' })).toBe(200)
    expect(await make('v2.taggers.delete', { tagger_id: 'own' })).toBe(200)
    const classes = [
      { name: 'people', positives: [one] },
      { name: 'animals', positives: [two] },
    ]
    expect(
      await make('v2.categorizers.put', {
        categorizer_id: 'own',
        'v2.categorizers.put': JSON.stringify({ title: 'Mine', classes }),
      }),
    ).toBe(200)
    expect(await make('v2.categorizers')).toBe(200)
    expect(await drawn()).toContain('people, animals')
    expect(await make('v2.categorizers.get', { categorizer_id: 'own' })).toBe(200)
    expect(await make('v2.categories.get', { categorizer_id: 'own' })).toBe(200)
    await expect.poll(() => page.locator('.bars li').first().innerText()).toContain('people')
    expect(await make('v2.categorizers.delete', { categorizer_id: 'own' })).toBe(200)
  })

  test('faces are compared, grouped and recognised by name', async () => {
    await page.selectOption('#calls', 'v2.faces.detections.get')
    await page.setInputFiles('#file', portrait!)
    expect(await make('v2.faces.detections.get', { return_face_id: true })).toBe(200)
    const face = (await answer()).result.faces[0]!.face_id
    expect(await make('v2.faces.similarity', { face_id: face, second_face_id: face })).toBe(200)
    expect(await drawn()).toMatch(/score\s+100/)
    expect(await make('v2.faces.groupings.get', { faces: face })).toBe(200)
    expect(
      await make('v2.faces.groupings.post', { 'v2.faces.groupings.post': JSON.stringify({ faces: [face] }) }),
    ).toBe(200)
    const people = { people: { 'Ada Lovelace': [face] } }
    const index_id = 'friends'
    const put = { index_id, 'v2.faces.recognition.put': JSON.stringify(people) }
    expect(await make('v2.faces.recognition.put', put)).toBe(200)
    expect(await make('v2.faces.recognition.post', { index_id })).toBe(200)
    await page.getByRole('button', { name: 'Ask how it stands' }).click()
    await untilFinal()
    expect(await make('v2.faces.recognition.get', { index_id, face_id: face })).toBe(200)
    await expect.poll(() => page.locator('.bars li').first().innerText()).toContain('Ada Lovelace')
    await expectNothing('people')
    expect(await make('v2.faces.recognition.person.delete', { index_id, person: 'Ada Lovelace' })).toBe(200)
    expect(await make('v2.faces.recognition.delete', { index_id })).toBe(200)
  })

  test('a batch is submitted, followed, read and deleted', async () => {
    await page.selectOption('#calls', 'v2.uploads.post')
    await page.setInputFiles('#file', portrait!)
    expect(await make('v2.uploads.post')).toBe(200)
    const { upload_id } = (await answer()).result
    const batch = { images: [{ image_upload_id: upload_id }], operations: { tags: { limit: 3 } } }
    expect(await make('v2.batches.post', { 'v2.batches.post': JSON.stringify(batch) })).toBe(200)
    const batch_id = (await answer()).result.ticket_id
    await page.getByRole('button', { name: 'Ask how it stands' }).click()
    await untilFinal()
    expect(await make('v2.batches')).toBe(200)
    expect(await make('v2.batches.get', { batch_id })).toBe(200)
    expect(await drawn()).toMatch(/done\s+1/)
    expect(await make('v2.batches.results', { batch_id })).toBe(200)
    expect(await make('v2.batches.delete', { batch_id })).toBe(200)
  })

  test("the account's usage", async () => {
    expect(await make('v2.usage')).toBe(200)
    const { monthly_processed: used } = (await answer()).result
    expect(used).toBeGreaterThan(5)
    expect(await drawn()).toMatch(new RegExp(`^${used} analyses this month\n`))
    expect(await drawn()).toMatch(/Analyses a month\s+unlimited\s+Requests a second\s+unlimited/)
    await expect
      .poll(() => page.locator('.days .columns > span').count())
      .toBeGreaterThanOrEqual(new Date().getUTCDate())
    const days = page.getByRole('table', { name: 'Analyses a day' })
    await expect
      .poll(() => days.getByRole('row').last().innerText())
      .toMatch(new RegExp(`\\d+ \\w{3} \\d{4}\\s+${used}$`))
    await expectNothing('usage')
    expect(await make('v1.usage')).toBe(200)
    expect(await drawn()).toMatch(/Billing period\s+1 \w{3} \d{4} to 1 \w{3} \d{4}, UTC/)
    expect(await drawn()).not.toMatch(/2,?147|1970|\d{10}/)
    await expectNothing('usage-v1')
  })

  test("a plan's limit is shown as a share; unlimited is a word; a day without analyses has no column", async () => {
    const usage = (await answerOf('/v2/usage')) as { result: Record<string, unknown> }
    const first = Date.UTC(2026, 10, 1) / 1000
    await answerWith('**/v2/usage', {
      ...usage,
      result: {
        ...usage.result,
        billing_period_start: '1 of Nov, 2026',
        billing_period_end: '1 of Dec, 2026',
        daily_for: '5 of Nov, 2026',
        daily: {},
        weekly: { [first - 86_400]: 3, [first]: 4 },
        monthly: { [first]: 4, [first + 2 * 86_400]: 1234 },
        monthly_limit: 2000,
        monthly_processed: 1238,
      },
    })
    await make('v2.usage')
    expect(await drawn()).toMatch(/^1,238 of 2,000 analyses this month\n/)
    const rows = await page.getByRole('table', { name: 'Analyses a day' }).getByRole('row').allInnerTexts()
    expect(rows.slice(1).map((row) => row.split(/\s*\t/))).toEqual([
      ['31 Oct 2026', '3'],
      ['1 Nov 2026', '4'],
      ['2 Nov 2026', '0'],
      ['3 Nov 2026', '1,234'],
      ['4 Nov 2026', '0'],
      ['5 Nov 2026', '0'],
    ])
    await expect.poll(() => page.locator('.columns .zero').count()).toBe(3)
    await expectNothing('usage-limited')
    await page.unroute('**/v2/usage')
  })

  test('entries whose picture this page did not save are named, including many long names', async () => {
    const images = ['x'.repeat(180), 'a name with spaces', '写真/二〇二六年'].map((id, n) => ({
      id,
      distance: 0.3 + n / 2,
    }))
    const many = Array.from({ length: 40 }, (_, n) => ({ id: `entry-${n}`, distance: 1.2 + n / 200 }))
    await answerWith('**/v2/similar-images/**', {
      result: { count: 43, images: [...images, ...many] },
      status: { type: 'success', text: '' },
    })
    await make('v2.similar.colors.get')
    await expect.poll(() => page.locator('.hits li').count()).toBe(43)
    await expect
      .poll(() => page.locator('.hits li').first().innerText())
      .toMatch(/No picture here\s+x{180}\s+0\.3000 a copy/)
    expect(await drawn()).toContain('An index keeps no pictures')
    await expectNothing('similar-long')
    await page.unroute('**/v2/similar-images/**')
    await answerWith('**/v2/similar-images/**', {
      result: { count: 0, images: [] },
      status: { type: 'success', text: '' },
    })
    await make('v2.similar.colors.get')
    expect(await drawn()).toContain('Nothing similar found')
    await page.unroute('**/v2/similar-images/**')
  })

  test('the method is the one that will be sent, even before any input', async () => {
    const method = async (call: string, from: string) => {
      await page.selectOption('#calls', call)
      if (await page.locator('#photo').isVisible()) await source(from)
      return page.locator('#method').innerText()
    }
    for (const [call, from, expected] of [
      ['v2.tags.get', 'File', 'POST'],
      ['v2.tags.get', 'Address', 'GET'],
      ['v2.tags.get', 'Upload id', 'GET'],
      ['v1.tagging', 'File', 'GET'],
      ['v2.uploads.post', 'File', 'POST'],
      ['v2.similar.colors.put', '', 'PUT'],
      ['v2.similar.colors.delete', '', 'DELETE'],
      ['v2.similar.colors.get', 'None', 'GET'],
      ['v2.taggers.put', '', 'PUT'],
      ['v2.feedback.post', '', 'POST'],
    ] as const)
      expect([call, from, await method(call, from)]).toEqual([call, from, expected])
    await page.selectOption('#calls', 'v2.tags.get')
    await source('File')
  })

  test('barcodes are searched for', async () => {
    expect(await make('v2.barcodes.get')).toBe(200)
    expect(await drawn()).not.toBe('')
  })

  test('text is read', async () => {
    expect(await make('v2.text.get')).toBe(200)
    expect(await drawn()).not.toBe('')
  })

  test('version 1: a chosen file is uploaded first', async () => {
    expect(await make('v1.tagging', { limit: '2' })).toBe(200)
    await expect.poll(() => page.locator('.bars li').count()).toBe(2)
    await expect.poll(() => page.locator('#curl').innerText()).toContain('/v1/content')
    expect(await make('v1.categorizations', { categorizer_id: 'personal_photos' })).toBe(200)
    await expect.poll(() => page.locator('.bars li').count()).toBeGreaterThan(0)
    expect(await make('v1.croppings', { resolution: '100x100' })).toBe(200)
    await expect.poll(() => page.locator('#stage .box').count()).toBe(1)
    expect(await make('v1.colors')).toBe(200)
    await expect.poll(() => page.locator('.swatches li').count()).toBeGreaterThan(0)
    expect(await make('v1.categorizers')).toBe(200)
    expect(await make('v1.content.post')).toBe(200)
    expect(await make('v1.content.delete', { content_id: (await answer()).uploaded[0]!.id })).toBe(200)
  })

  test('every available call was made', async () => {
    const all = await page
      .locator('#calls option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    expect([...tried].sort()).toEqual(all.sort())
  })

  test('an unreadable address is an error in a sentence', async () => {
    refusals = [400, 404]
    await page.selectOption('#calls', 'v2.tags.get')
    await source('Address')
    await page.getByLabel('Address of the photo').fill(`${service.address}/healthz`)
    expect(await make('v2.tags.get')).toBe(400)
    expect(await drawn()).toContain('image_url')
    await source('File')
  })

  test('works by keyboard alone, even in narrow windows, and keeps key and secret only on request', async () => {
    await page.setViewportSize({ width: 480, height: 800 })
    await page.selectOption('#calls', 'v2.tags.get')
    await page.locator('#key').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('#status').innerText()).toMatch(/^200/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(480)
    await page.getByLabel('Keep until this tab is closed').check()
    await page.reload()
    await expect.poll(() => page.locator('#secret').inputValue()).toBe(SECRET)
    await page.getByLabel('Keep until this tab is closed').uncheck()
    await page.reload()
    await expect.poll(() => page.locator('#secret').inputValue()).toBe('')
  })

  test.each([
    ['start', '/'],
    ['reference', '/docs'],
  ])('the %s page has no fault', async (name, address) => {
    await page.goto(service.address + address)
    await expectNothing(name)
  })

  test('start page and reference need no script and no other server', async () => {
    const offline = await browser.newContext({ javaScriptEnabled: false })
    const plain = await offline.newPage()
    await plain.route('**', (route) =>
      route.request().url().startsWith(service.address)
        ? route.continue()
        : (problems.push(`asked ${route.request().url()}`), route.abort()),
    )
    await plain.goto(`${service.address}/`)
    await plain
      .getByRole('link', { name: /Reference/ })
      .first()
      .click()
    await expect.poll(() => plain.getByRole('heading', { level: 1 }).innerText()).toBe('Reference')
    await plain.waitForLoadState() // The heading is there before the last operation.
    await expect.poll(() => plain.locator('.operation').count()).toBeGreaterThan(30)
    for (const link of await plain
      .locator('a[href^="#"]')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')!.slice(1))))
      expect(await plain.evaluate((id) => document.getElementById(id) !== null, link), link).toBe(true)
    await offline.close()
  })
})
