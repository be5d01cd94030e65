import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PairInstaller } from '../../../../src-main/analysis/models/installer/pair-installer.ts'
import { openPair } from '../../../../src-main/analysis/models/pair/open-pair.ts'
import { readPairOffers } from '../../../../src-main/analysis/models/pair/read-pair-offers.ts'
import { PAIR_FOLDER, readPair } from '../../../../src-main/analysis/models/pair/pair-manifest.ts'
import { tryPair } from '../../../../src-main/analysis/models/pair/try-pair.ts'
import { openModels } from '../../../../src-main/analysis/models/registry/registry.ts'
import { hashBytes } from '../../../../src-main/base/files/hash.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { offerTinyPair, writeTinyPair, type TinyPairOptions } from '../../../fixtures/tiny-pair.ts'
import { photoOf } from '../registry/sample-photos.ts'

function colored(red: number, green: number, blue: number) {
  const data = new Uint8Array(3 * 20 * 10)
  for (let i = 0; i < data.length; i += 3) data.set([red, green, blue], i)
  return photoOf({ width: 20, height: 10, data })
}
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

async function install(options: TinyPairOptions = {}) {
  const folder = tempFolder()
  const installer = new PairInstaller({ modelsDir: folder, tryPair: async () => undefined })
  await installer.installFrom(writeTinyPair(join(folder, 'from'), options))
  return { folder, dir: join(folder, PAIR_FOLDER) }
}

test('pictures and texts get comparable descriptions', async () => {
  const { dir } = await install()
  const pair = openPair(readPair(dir)!)
  onTestFinished(() => pair.close())
  const [red, blue] = [await pair.describePhoto(colored(255, 0, 0)), await pair.describePhoto(colored(0, 0, 255))]
  const text = await pair.describeText('A RED  thing')
  expect(cosine(text, text)).toBeCloseTo(1)
  expect(cosine(red, text)).toBeGreaterThan(0.95)
  expect(cosine(blue, text)).toBeLessThan(0.1)
  expect(cosine(await pair.describeText('red blue'), red)).toBeCloseTo(
    cosine(await pair.describeText('blue red'), blue),
  )
})

test('a long text is cut, and keeps its end token', async () => {
  const { dir } = await install({ length: 4 })
  const pair = openPair(readPair(dir)!)
  onTestFinished(() => pair.close())
  const short = await pair.describeText('green green')
  expect(await pair.describeText(`green green ${'red '.repeat(50)}`)).toEqual(short)
})

test('the installed pair serves its task, and nothing does without one', async () => {
  const { folder } = await install()
  const models = openModels({ resourcesDir, modelsDir: folder })
  onTestFinished(() => models.close())
  expect(models.idFor('text-image')).toMatch(/^pair-[0-9a-f]{12}$/)
  expect((await models.get('text-image'))?.modelId).toBe(models.idFor('text-image'))
  const none = openModels({ resourcesDir, modelsDir: join(folder, 'none') })
  expect(none.idFor('text-image')).toBeNull()
  expect(await none.get('text-image')).toBeNull()
})

test('an incomplete file, or an invalid description, is not a pair', async () => {
  const { dir } = await install()
  writeFileSync(join(dir, 'text.onnx'), 'short')
  expect(readPair(dir)).toBeNull()
  mkdirSync(join(dir, 'other'))
  writeFileSync(join(dir, 'other', 'pair.json'), '{"version": 2}')
  expect(readPair(join(dir, 'other'))).toBeNull()
})

test('a pair is tested: both towers must give vectors of one length', async () => {
  expect(await tryPair((await install()).dir)).toHaveLength(3)
  await expect(tryPair((await install({ channels: 5 })).dir)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('described by 5 numbers and texts by 3'),
  })
  await expect(tryPair(tempFolder())).rejects.toMatchObject({ code: 'file-unreadable' })
})

/** The installed tiny pair, as one of the catalogue. */
function asOffer(dir: string): string {
  const file = join(dir, 'pair.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), offer: 'tiny' }))
  return dir
}

test('a pair of the catalogue must rank drawn pictures as a person would; another need not', async () => {
  const mixed = (await install({ isMixed: true })).dir
  expect(await tryPair(mixed)).toHaveLength(3)
  await expect(tryPair(asOffer(mixed))).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('sentences did not find the right ones'),
  })
  expect(await tryPair(asOffer((await install()).dir))).toHaveLength(3)
})

/** The tiny pair whose text tower describes each token, in a folder with its `pair.json`. */
async function installPooled() {
  const folder = tempFolder()
  const { offer, files } = offerTinyPair('')
  mkdirSync(join(folder, 'from'))
  for (const { file, content } of files) writeFileSync(join(folder, 'from', file), content)
  writeFileSync(join(folder, 'from', 'tokenizer_config.json'), offer.files.tokenizerConfig.content)
  writeFileSync(join(folder, 'from', 'pair.json'), JSON.stringify(offer))
  const installer = new PairInstaller({ modelsDir: folder, tryPair: async () => undefined })
  await installer.installFrom(join(folder, 'from'))
  return join(folder, PAIR_FOLDER)
}

test('the tokens of a text are averaged with those around it, and projected', async () => {
  const dir = await installPooled()
  const pair = openPair(readPair(dir)!)
  onTestFinished(() => pair.close())
  // [CLS], two words and [SEP]: a quarter of each; the two words make green of yellow less red
  const text = await pair.describeText('yellow green')
  for (const [i, value] of [0, 1, -1].entries()) expect(text[i]).toBeCloseTo(value / Math.SQRT2, 5)
  // The tokenizer is case-sensitive: another word, which has no colour.
  expect([...(await pair.describeText('Red'))]).toEqual([0, 0, 0])
  expect(await tryPair(dir)).toHaveLength(3)
})

test('a truncated projection, or one for other vectors, is refused with a message', async () => {
  const dir = await installPooled()
  const file = join(dir, 'projection.safetensors')
  const whole = readFileSync(file)
  const refused = { code: 'file-unreadable', message: expect.stringContaining('projection') }
  const shape = Buffer.from(whole.toString('latin1').replace('[3,4]', '[2,6]'), 'latin1')
  const broken = {
    cut: whole.subarray(0, -4),
    'of another shape': shape,
    'with a header beyond its end': whole.subarray(0, 20),
  }
  const installed = readPair(dir)!
  for (const [name, content] of Object.entries(broken)) {
    writeFileSync(file, content)
    const pair = openPair(installed)
    onTestFinished(() => pair.close())
    await expect(pair.describeText('red red'), name).rejects.toMatchObject(refused)
  }
})

test('the catalogue offers two pairs at fixed revisions, with the text tower for the processor', () => {
  const [multilingual, english] = readPairOffers(resourcesDir, 'x64')
  expect([multilingual!.offer, english!.offer]).toEqual(['clip-b32-multilingual', 'clip-b32'])
  const [arm] = readPairOffers(resourcesDir, 'arm64')
  expect(arm!.files).toEqual({ ...multilingual!.files, text: arm!.files.text })
  expect(arm!.files.text.sha256).not.toBe(multilingual!.files.text.sha256)
  for (const { files } of [multilingual!, english!, arm!])
    for (const { source, content, sha256, bytes } of Object.values(files))
      if (content === undefined) expect(source).toMatch(/^https:\/\/huggingface\.co\/.+\/resolve\/[0-9a-f]{40}\//)
      else {
        expect(hashBytes(Buffer.from(content))).toBe(sha256)
        expect(content).toHaveLength(bytes)
      }
})

test('an unknown kind of tokenizer is refused with a message', async () => {
  const { dir } = await install()
  const { manifest } = readPair(dir)!
  const text = '{"model":{"type":"Something"}}'
  writeFileSync(join(dir, 'tokenizer.json'), text)
  const tokenizer = { ...manifest.files.tokenizer, bytes: text.length }
  writeFileSync(join(dir, 'pair.json'), JSON.stringify({ ...manifest, files: { ...manifest.files, tokenizer } }))
  const pair = openPair(readPair(dir)!)
  onTestFinished(() => pair.close())
  await expect(pair.describeText('red')).rejects.toMatchObject({ code: 'file-unreadable' })
})
