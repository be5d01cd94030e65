import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PairInstaller } from '../../../../src-main/analysis/models/installer/pair-installer.ts'
import { openPair } from '../../../../src-main/analysis/models/pair/open-pair.ts'
import { PAIR_FOLDER, readPair } from '../../../../src-main/analysis/models/pair/pair-manifest.ts'
import { tryPair } from '../../../../src-main/analysis/models/pair/try-pair.ts'
import { openModels } from '../../../../src-main/analysis/models/registry/registry.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { writeTinyPair, type TinyPairOptions } from '../../../fixtures/tiny-pair.ts'
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

test('pictures and texts are described so that they can be compared', async () => {
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

test('a long text is cut, and keeps the token that ends it', async () => {
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

test('a file that is not whole, or a description that is none, is no pair', async () => {
  const { dir } = await install()
  writeFileSync(join(dir, 'text.onnx'), 'short')
  expect(readPair(dir)).toBeNull()
  mkdirSync(join(dir, 'other'))
  writeFileSync(join(dir, 'other', 'pair.json'), '{"version": 2}')
  expect(readPair(join(dir, 'other'))).toBeNull()
})

test('a pair is tried: both towers must give vectors of one length', async () => {
  expect(await tryPair((await install()).dir)).toHaveLength(3)
  await expect(tryPair((await install({ channels: 5 })).dir)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('described by 5 numbers and texts by 3'),
  })
  await expect(tryPair(tempFolder())).rejects.toMatchObject({ code: 'file-unreadable' })
})

test('a tokenizer of a kind that is not known is refused with a sentence', async () => {
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
