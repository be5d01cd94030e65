import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../../fixtures/reads.ts'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelInfo } from '../../../../src-main/contract/library/models.ts'
import type { InstalledModel, ModelCatalog } from '../../../../src-main/analysis/models/registry/catalog.ts'
import { ModelInstaller } from '../../../../src-main/analysis/models/installer/model-installer.ts'
import { startFileServer, type ServedFile } from './file-server.ts'

const content = new Uint8Array(400_000).map((_, i) => (i * 31 + (i >> 8)) & 255)
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const limits = { waitMs: 1 }

let folder = ''
let files: Record<string, ServedFile> = {}
let server: Awaited<ReturnType<typeof startFileServer>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lumafold-install-'))
  files = {}
  server = await startFileServer(files)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const modelsDir = () => join(folder, 'models')
function model(sources: string[], changes: Partial<InstalledModel> = {}): InstalledModel {
  return {
    id: 'faces',
    title: 'Faces',
    set: 'standard',
    file: 'faces.onnx',
    adapter: 'yunet',
    tasks: { faces: 50 },
    licence: 'MIT',
    sha256: hash(content),
    bytes: content.length,
    sources: sources.map(server.address),
    ...changes,
  }
}
const installer = (...models: ModelCatalog['models']) => installerWith(limits, models)
function installerWith(limits: { waitMs: number; stallMs?: number }, models: ModelCatalog['models']) {
  return new ModelInstaller({
    catalog: { models },
    modelsDir: modelsDir(),
    bundledDir: join(folder, 'bundled'),
    limits,
  })
}
const installedBytes = () => readFileSync(join(modelsDir(), 'faces.onnx'))

test('downloads a set and reports progress', async () => {
  files['/a'] = { content }
  const seen: ModelInfo[][] = []
  const models = installer(model(['/a']))
  expect(models.list()[0]).toMatchObject({ state: 'missing', received: 0 })
  expect(models.fileFor('faces')).toBeNull()
  await models.install('standard', { onProgress: (list) => seen.push(list) })
  expect(installedBytes().equals(content)).toBe(true)
  expect(seen[0]?.[0]?.state).toBe('downloading')
  expect(seen.at(-1)?.[0]).toMatchObject({ state: 'installed', received: content.length, problem: null })
  expect(models.fileFor('faces')).toBe(join(modelsDir(), 'faces.onnx'))
  expect(readdirSync(modelsDir())).toEqual(['faces.onnx'])
})

test('continues where a cut connection stopped', async () => {
  files['/a'] = { content, cutAfter: 150_000 }
  await installer(model(['/a'])).install('standard')
  expect(installedBytes().equals(content)).toBe(true)
  expect(server.requests[0]?.range).toBeUndefined()
  expect(server.requests.slice(1).every(({ range }) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
})

test('retries if the connection is cut before an answer', async () => {
  files['/a'] = { content, cutFirst: 1 }
  await installer(model(['/a'])).install('standard')
  expect(installedBytes().equals(content)).toBe(true)
  expect(server.requests).toHaveLength(2)
})

test('continues after the program was closed', async () => {
  mkdirSync(modelsDir(), { recursive: true })
  writeFileSync(join(modelsDir(), 'faces.onnx.part'), content.subarray(0, 100_000))
  files['/a'] = { content }
  const models = installer(model(['/a']))
  expect(models.list()[0]).toMatchObject({ state: 'missing', received: 100_000 })
  await models.install('standard')
  expect(server.requests).toEqual([{ path: '/a', range: 'bytes=100000-' }])
  expect(installedBytes().equals(content)).toBe(true)
})

test('starts over if a server cannot send a part', async () => {
  mkdirSync(modelsDir(), { recursive: true })
  writeFileSync(join(modelsDir(), 'faces.onnx.part'), content.subarray(0, 100_000))
  files['/a'] = { content, hasRange: false }
  await installer(model(['/a'])).install('standard')
  expect(installedBytes().equals(content)).toBe(true)
})

test('a beginning that belongs to another file is discarded', async () => {
  mkdirSync(modelsDir(), { recursive: true })
  writeFileSync(join(modelsDir(), 'faces.onnx.part'), new Uint8Array(100_000).fill(7))
  files['/a'] = { content }
  await installer(model(['/a'])).install('standard')
  expect(installedBytes().equals(content)).toBe(true)
})

test('uses the next address if one is missing, wrong, too long or silent', { tags: 'night' }, async () => {
  files['/wrong'] = { content: content.map((value) => value ^ 1) }
  files['/long'] = { content: new Uint8Array(content.length + 10) }
  files['/silent'] = { content, stallAfter: 10 }
  files['/good'] = { content }
  await installerWith({ ...limits, stallMs: 2_000 }, [model(['/gone', '/wrong', '/long', '/silent', '/good'])]).install(
    'standard',
  )
  expect(installedBytes().equals(content)).toBe(true)
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(
    new Set(['/gone', '/wrong', '/long', '/silent', '/good']),
  )
})

test('reports the failure if no address works, and continues with the rest of the set', async () => {
  files['/b'] = { content }
  const other = model(['/b'], { id: 'objects', title: 'Objects', file: 'objects.onnx' })
  const models = installer(model(['/gone']), other)
  await expect(models.install('standard')).rejects.toMatchObject({
    code: 'download-failed',
    message: expect.stringMatching(/Faces.*answered 404/),
  })
  expect(models.list().map(({ id, state }) => [id, state])).toEqual([
    ['faces', 'missing'],
    ['objects', 'installed'],
  ])
  expect(inEnglish(models.list()[0]?.problem)).toMatch(/404/)
})

test('without a network it says so once, with an alternative', async () => {
  const away = { sources: ['http://one.invalid/a', 'http://two.invalid/a'] }
  const models = installer(
    model([], away),
    model([], { ...away, id: 'objects', title: 'Objects', file: 'objects.onnx' }),
  )
  const error = await models.install('standard').catch((cause: unknown) => cause as Error & { code: string })
  expect(error).toMatchObject({ code: 'download-failed' })
  expect((error as Error).message.match(/No connection/g)).toHaveLength(1)
  expect(models.list().map(({ problem }) => inEnglish(problem))).toEqual(
    Array(2).fill(expect.stringMatching(/^No connection.*--from DIR/)),
  )
})

test('a file with other bytes is never installed', async () => {
  files['/wrong'] = { content: content.map((value) => value ^ 1) }
  const models = installer(model(['/wrong']))
  await expect(models.install('standard')).rejects.toThrow(/not the expected one|another file/)
  expect(readdirSync(modelsDir())).toEqual([])
  expect(models.fileFor('faces')).toBeNull()
})

test('aborting stops at once and keeps the bytes so far', async () => {
  files['/a'] = { content, stallAfter: 200_000 }
  const controller = new AbortController()
  const models = new ModelInstaller({
    catalog: { models: [model(['/a'])] },
    modelsDir: modelsDir(),
    bundledDir: folder,
  })
  const aborted = expect(models.install('standard', { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  await expect.poll(() => models.list()[0]?.received).toBeGreaterThan(0)
  controller.abort()
  await aborted
  expect(models.list()[0]?.state).toBe('missing')
  expect(models.list()[0]?.received).toBeGreaterThan(0)
})

test('a substitute is used only if the preferred model is unavailable', async () => {
  files['/b'] = { content }
  const preferred = model(['/gone'])
  const standIn = model(['/b'], { id: 'faces-2', file: 'faces-2.onnx', insteadOf: 'faces' })
  const models = installer(preferred, standIn)
  await models.install('standard')
  expect(models.list().map(({ id, state }) => [id, state])).toEqual([['faces-2', 'installed']])
  server.requests.length = 0
  await models.install('standard')
  expect(server.requests).toEqual([])
})

test('takes known files from a folder by their content and gives the reason for others', async () => {
  const source = join(folder, 'usb')
  mkdirSync(source)
  writeFileSync(join(source, 'renamed.bin'), content)
  writeFileSync(
    join(source, 'other.onnx'),
    content.map((value) => value ^ 1),
  )
  writeFileSync(join(source, 'notes.txt'), 'hello')
  const models = installer(model([]))
  const report = await models.installFrom(source)
  expect(report.installed).toEqual(['faces'])
  expect(report.skipped).toEqual([
    { file: 'notes.txt', reason: reads('Not a model file') },
    { file: 'other.onnx', reason: reads('No model that this program knows') },
  ])
  expect(installedBytes().equals(content)).toBe(true)
  expect(report.present).toEqual([])
  const again = await models.installFrom(source)
  expect(again.skipped).toContainEqual({ file: 'renamed.bin', reason: reads('Not needed: Faces is installed') })
  expect(again).toMatchObject({ installed: [], present: ['faces'] })
  await expect(models.installFrom(join(source, 'notes.txt'))).rejects.toMatchObject({ code: 'not-a-folder' })
})

test('one model of a set is downloaded alone, and one of the larger set can be removed', async () => {
  files['/a'] = { content }
  const larger = { set: 'larger', isMeasured: false } as const
  const models = installer(
    model(['/a'], larger),
    model(['/a'], { ...larger, id: 'objects', title: 'Objects', file: 'objects.onnx' }),
    model([], { id: 'standard', file: 'standard.onnx' }),
  )
  await models.install('larger', { id: 'objects' })
  const shown = () => models.list().map(({ id, state, isMeasured }) => [id, state, isMeasured])
  expect(shown()).toEqual([
    ['standard', 'missing', true],
    ['faces', 'missing', false],
    ['objects', 'installed', false],
  ])
  writeFileSync(join(modelsDir(), 'objects.onnx.part'), 'the beginning of another download')
  await models.remove('objects')
  expect(readdirSync(modelsDir())).toEqual([])
  expect(models.list()[2]).toMatchObject({ state: 'missing', received: 0 })
  await expect(models.remove('standard')).rejects.toMatchObject({ code: 'model-not-found' })
  await expect(models.remove('unknown')).rejects.toMatchObject({ code: 'model-not-found' })
})

test('a model without an address says that it comes from a folder', async () => {
  await expect(installer(model([])).install('standard')).rejects.toThrow(/from a folder/)
})

test('a shortened file counts as damaged at once, changed bytes after a check; installing repairs both', async () => {
  files['/a'] = { content }
  const models = installer(model(['/a']))
  await models.install('standard')
  const file = join(modelsDir(), 'faces.onnx')
  writeFileSync(file, content.subarray(0, 50))
  expect(models.list()[0]).toMatchObject({ state: 'damaged', problem: reads(/damaged/) })
  expect(models.fileFor('faces')).toBeNull()
  await models.install('standard')
  writeFileSync(
    file,
    content.map((value) => value ^ 1),
  )
  expect(models.list()[0]?.state).toBe('installed')
  expect(await models.verify()).toEqual([{ id: 'faces', message: reads(/damaged/) }])
  expect(models.fileFor('faces')).toBeNull()
  await models.install('standard')
  expect(await models.verify()).toEqual([])
  expect(existsSync(`${file}.part`)).toBe(false)
})

test('an unwritable folder is named', async () => {
  files['/a'] = { content }
  writeFileSync(modelsDir(), 'a file where the folder should be')
  await expect(installer(model(['/a'])).install('standard')).rejects.toMatchObject({ code: 'target-not-writable' })
})
