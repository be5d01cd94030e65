import { reads } from '../../../fixtures/reads.ts'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { mkdtempDisposable } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeTasks } from '../../../../src-main/analysis/models/registry/describe-tasks.ts'
import { openModels } from '../../../../src-main/analysis/models/registry/registry.ts'
import { KEEPS_FREED } from '../../../../src-main/analysis/models/runtime/session-memory.ts'
import { hasBundledModels, photoOf, resourcesDir } from './sample-photos.ts'
import { hasSharedModels, sharedModels } from './standard-models.ts'

const grey = photoOf({ width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(128) })
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'lumafold-models-'))
})
afterAll(() => folder.remove())

function modelsDir(name: string, files: string[] = []): string {
  const dir = join(folder.path, name)
  mkdirSync(dir, { recursive: true })
  for (const file of files) copyFileSync(join(sharedModels, file), join(dir, file))
  return dir
}

describe.skipIf(!hasBundledModels)('the bundled models alone (needs the setup to have built them)', () => {
  test('serve objects, faces, nsfw and embedding, and name what is missing', async () => {
    const folders = { resourcesDir, modelsDir: modelsDir('none') }
    const models = openModels(folders)
    expect(['objects', 'faces', 'nsfw', 'embedding'].map((task) => models.idFor(task as 'objects'))).toEqual([
      'centernet',
      'blazeface',
      'nsfwjs',
      'centernet',
    ])
    expect(await models.get('classifier')).toBeNull()
    expect((await models.get('objects'))?.modelId).toBe('centernet')
    await models.close()
    const info = describeTasks(folders)
    expect(info.isComplete).toBe(false)
    expect(info.tasks.find(({ task }) => task === 'classifier')).toMatchObject({
      modelId: null,
      note: reads(/standard models/),
    })
    expect(info.tasks.find(({ task }) => task === 'nsfw')?.note).toBeNull()
  })

  test('one file serves two tasks and runs once per photo', async () => {
    const models = openModels({ resourcesDir, modelsDir: modelsDir('none') })
    const [objects, embedding] = [await models.get('objects'), await models.get('embedding')]
    let fits = 0
    const photo = { ...grey, fitted: (spec: Parameters<typeof grey.fitted>[0]) => (fits++, grey.fitted(spec)) }
    await objects!.detect(photo)
    expect(await embedding!.embed(photo)).toHaveLength(480)
    expect(fits).toBe(1)
    await models.close()
  })

  test('share the memory that malloc keeps, except the largest, which has its own', async () => {
    vi.stubEnv(KEEPS_FREED, '1')
    const create = vi.spyOn(InferenceSession, 'create')
    try {
      const models = openModels({ resourcesDir, modelsDir: modelsDir('none') })
      for (const task of ['objects', 'faces', 'nsfw'] as const) await models.get(task)
      await models.close()
      const opened = (create.mock.calls as unknown[][]).filter(([file]) => typeof file === 'string')
      const arenas = opened.map(([file, options]) => [basename(file as string), options])
      expect(arenas).toMatchObject([
        ['centernet.onnx', { enableCpuMemArena: true }],
        ['blazeface.onnx', { enableCpuMemArena: false }],
        ['nsfwjs.onnx', { enableCpuMemArena: false }],
      ])
    } finally {
      create.mockRestore()
      vi.unstubAllEnvs()
    }
  })
})

describe.skipIf(!hasSharedModels || !hasBundledModels)('with the standard set (needs ../shared/models)', () => {
  const files = [
    'mobilenetv2-12-int8-embedding.onnx',
    'face-yunet-n-dynamic.onnx',
    'saliency-u2netp-fp16.onnx',
    'yolox-nano-416.onnx',
  ]

  test('the standard models come first, and two detectors serve objects together', async () => {
    const folders = { resourcesDir, modelsDir: modelsDir('standard', files) }
    const models = openModels(folders)
    const ids = (['classifier', 'objects', 'faces', 'saliency', 'embedding'] as const).map((task) => models.idFor(task))
    expect(ids).toEqual([
      'mobilenetv2-int8-embedding',
      'centernet+yolox-nano',
      'yunet-n',
      'u2netp-fp16',
      'mobilenetv2-int8-embedding',
    ])
    expect((await models.get('objects'))?.modelId).toBe(models.idFor('objects'))
    expect((await models.get('classifier'))?.labels[207]).toEqual({ synset: 'n02099601', name: 'golden retriever' })
    await models.close()
    const info = describeTasks(folders)
    expect(info.isComplete).toBe(true)
    expect(info.tasks.filter(({ note }) => note !== null)).toEqual([])
  })

  test('a file of the correct size that is not a model is refused by name', async () => {
    const dir = modelsDir('damaged', files)
    const file = join(dir, 'saliency-u2netp-fp16.onnx')
    writeFileSync(file, readFileSync(file).fill(7))
    const models = openModels({ resourcesDir, modelsDir: dir })
    await expect(models.get('saliency')).rejects.toThrow('saliency-u2netp-fp16.onnx is damaged')
    await models.close()
  })

  test('a file of the wrong size is not used', () => {
    const dir = modelsDir('short', files)
    writeFileSync(join(dir, 'yolox-nano-416.onnx'), 'short')
    expect(openModels({ resourcesDir, modelsDir: dir }).idFor('objects')).toBe('centernet')
  })
})
