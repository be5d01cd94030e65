import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../../src-main/contract/errors.ts'
import { PairInstaller } from '../../../../src-main/analysis/models/installer/pair-installer.ts'
import { hashBytes } from '../../../../src-main/base/files/hash.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { tryPair } from '../../../../src-main/analysis/models/pair/try-pair.ts'
import { offerTinyPair, publishTinyPair, writeTinyPair } from '../../../fixtures/tiny-pair.ts'
import { startFileServer, type ServedFile } from './file-server.ts'

function open(tryPair: (dir: string) => Promise<void> = async () => undefined) {
  const folder = tempFolder()
  const modelsDir = join(folder, 'models')
  return { folder, modelsDir, installer: new PairInstaller({ modelsDir, tryPair, limits: { waitMs: 1 } }) }
}

/** The tiny pair behind an HTTP server; `change` alters how its files are served. */
async function publish(folder: string, change: (file: string) => Partial<ServedFile> = () => ({})) {
  const { manifest, sha256, files } = publishTinyPair(join(folder, 'published'))
  const served: Record<string, ServedFile> = { '/pairs/pair.json': { content: manifest } }
  for (const { file, content } of files) served[`/pairs/${file}`] = { content, ...change(file) }
  const server = await startFileServer(served)
  onTestFinished(() => server.close())
  return { at: { address: server.address('/pairs/pair.json'), sha256 }, server, served }
}

test('a folder with the files of a CLIP model is a pair; it is copied under our own names', async () => {
  const { folder, modelsDir, installer } = open()
  const source = writeTinyPair(join(folder, 'clip-colours'))
  expect(installer.installed()).toBeNull()
  const pair = await installer.installFrom(source)
  expect(pair?.manifest).toMatchObject({
    title: 'clip-colours',
    licence: 'not stated',
    picture: { side: 8, fit: 'cover', mean: [0.5, 0.5, 0.5] },
    maxTokens: 77,
  })
  rmSync(source, { recursive: true })
  expect(installer.installed()).toEqual(pair)
  expect(readdirSync(modelsDir)).toEqual(['text-image'])
  expect(await installer.filesIn(folder)).toEqual([])
  expect(await installer.installFrom(folder)).toBeNull()
})

test('a pair at an address is downloaded, every file checked, and a cut connection resumed', async () => {
  const { folder, modelsDir, installer } = open()
  const seen: [number, number][] = []
  const isCut = { cutAfter: 300, arrivals: () => seen.length }
  const { at, server } = await publish(folder, (file) => (file === 'tokenizer.json' ? isCut : {}))
  const pair = await installer.installFromAddress(at, { onBytes: (...now) => seen.push(now) })
  expect(pair.manifest).toMatchObject({ title: 'Four colours', licence: 'MIT' })
  expect(seen.at(-1)![0]).toBe(seen.at(-1)![1])
  expect(server.requests.some(({ path, range }) => path === '/pairs/tokenizer.json' && range === 'bytes=300-')).toBe(
    true,
  )
  expect(readdirSync(modelsDir)).toEqual(['text-image'])
  // The same files from a folder are the same pair, under any name.
  const other = new PairInstaller({ modelsDir: join(folder, 'other'), tryPair: async () => undefined })
  expect((await other.installFrom(join(folder, 'published')))!.id).toBe(pair.id)
})

test('a pair of the catalogue is downloaded, resumed, checked and tested; a failing one leaves nothing', async () => {
  const { modelsDir } = open()
  const limits = { waitMs: 1 }
  const installer = new PairInstaller({ modelsDir, limits, tryPair: async (dir) => void (await tryPair(dir)) })
  const served: Record<string, ServedFile> = {}
  const server = await startFileServer(served)
  onTestFinished(() => server.close())
  const { offer, files } = offerTinyPair(server.address('/'))
  for (const { file, content } of files) served[`/${file}`] = { content }
  served['/projection.safetensors'] = { content: files[3]!.content, status: 503 }
  await expect(installer.installOffer(offer)).rejects.toMatchObject({ code: 'download-failed' })
  served['/projection.safetensors'] = { content: files[3]!.content }
  server.requests.length = 0
  const pair = await installer.installOffer(offer)
  expect(pair.manifest).toMatchObject({ offer: 'tiny', title: 'Six colours' })
  expect(server.requests.map(({ path }) => path)).toEqual(['/projection.safetensors'])
  expect(readdirSync(modelsDir)).toEqual(['text-image'])
  // A pair with its channels in another order: its files are complete, and it ranks wrongly.
  const mixed = Buffer.from(files[3]!.content)
  mixed.set(new Uint8Array(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1).buffer), mixed.length - 48)
  served['/mixed'] = { content: mixed }
  const projection = { ...offer.files.projection, sha256: hashBytes(mixed), source: server.address('/mixed') }
  const wrong = { ...offer, files: { ...offer.files, projection } }
  await expect(installer.installOffer(wrong)).rejects.toThrow('sentences did not find the right ones')
  expect(installer.installed()).toEqual(pair)
  expect(readdirSync(modelsDir).toSorted()).toEqual(['text-image', 'text-image.parts'])
  expect(readdirSync(join(modelsDir, 'text-image.parts'))).toEqual([])
})

test('bytes from a failed download stay, and are not fetched again', async () => {
  const { folder, installer } = open()
  const { at, server, served } = await publish(folder)
  const missing = served['/pairs/tokenizer.json']!
  delete served['/pairs/tokenizer.json']
  await expect(installer.installFromAddress(at)).rejects.toMatchObject({ code: 'download-failed' })
  expect(installer.installed()).toBeNull()
  served['/pairs/tokenizer.json'] = missing
  server.requests.length = 0
  await installer.installFromAddress(at)
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/pairs/pair.json',
    '/pairs/tokenizer.json',
    '/pairs/tokenizer_config.json',
  ])
})

test('a description without the given hash is refused before anything is fetched', async () => {
  const { folder, installer } = open()
  const { at, server } = await publish(folder)
  const wrong = { ...at, sha256: '0'.repeat(64) }
  await expect(installer.installFromAddress(wrong)).rejects.toMatchObject({ code: 'checksum-mismatch' })
  expect(server.requests).toHaveLength(1)
  await expect(installer.installFromAddress({ ...at, address: `${at.address}x` })).rejects.toThrow(/answered 404/)
})

test('a file with other bytes is never installed', async () => {
  const { folder, installer } = open()
  const { at } = await publish(folder, (file) => (file === 'tokenizer.json' ? { content: Buffer.from('{}') } : {}))
  await expect(installer.installFromAddress(at)).rejects.toThrow()
  expect(installer.installed()).toBeNull()
  const source = join(folder, 'published')
  writeFileSync(join(source, 'pair.json'), publishTinyPair(source).manifest)
  // The description says that the towers are beside it, and they are not.
  await expect(installer.installFrom(source)).rejects.toMatchObject({ code: 'checksum-mismatch' })
})

test('a pair that does not work leaves the former one unchanged', async () => {
  let isGood = true
  const { folder, installer } = open(async () => {
    if (!isGood) throw new AppError('file-unreadable', 'These are no pair.')
  })
  const first = await installer.installFrom(writeTinyPair(join(folder, 'first')))
  isGood = false
  await expect(installer.installFrom(writeTinyPair(join(folder, 'second'), { length: 9 }))).rejects.toThrow('no pair')
  expect(installer.installed()).toEqual(first)
  isGood = true
  const second = await installer.installFrom(join(folder, 'second'))
  expect(second!.id).not.toBe(first!.id)
  expect(installer.installed()).toEqual(second)
  await installer.remove()
  expect(installer.installed()).toBeNull()
})

test('parts of another pair are removed without the installed pair', async () => {
  const { folder, modelsDir, installer } = open()
  const { at, served } = await publish(folder)
  const pair = await installer.installFromAddress(at)
  delete served['/pairs/tokenizer.json']
  await expect(installer.installFromAddress(at)).rejects.toMatchObject({ code: 'download-failed' })
  expect(readdirSync(modelsDir).toSorted()).toEqual(['text-image', 'text-image.parts'])
  await installer.removeArrived()
  expect(readdirSync(modelsDir)).toEqual(['text-image'])
  expect(installer.installed()).toEqual(pair)
})
