import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { CutRequest } from '../../../src-main/analysis/cutting/cut-request.ts'
import { noMetadata } from '../../../src-main/analysis/cutting/file-metadata.ts'
import { plainStyle } from '../../../src-main/analysis/cutting/plain-style.ts'
import { openCompute } from '../../../src-main/compute/host/compute-pool.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { endlessHeif } from '../../library/metadata/heif-file.ts'

const log = { debug: () => undefined, warn: () => undefined }

function openReal(entry?: string) {
  const client = openCompute({ resourcesDir, modelsDir: 'none', log, processes: 1, ...(entry ? { entry } : {}) })
  onTestFinished(() => client.close())
  return client
}

const size = { width: 100, height: 80 }
const requestFor = (path: string, more: Partial<CutRequest> = {}): CutRequest => ({
  path,
  files: [{ kind: 'crop', crop: { x1: 0, y1: 0, x2: 200, y2: 160 }, from: { width: 400, height: 300 }, size }],
  style: { ...plainStyle('jpeg', 90), metadata: { ...noMetadata, creator: 'Ann' } },
  ...more,
})

test('crops are cut and encoded in a compute process, with one decode', async () => {
  const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 400, height: 300 })
  const [whole] = requestFor(path).files
  const outside = {
    ...whole!,
    kind: 'crop' as const,
    from: { width: 400, height: 300 },
    size,
    crop: { x1: 900, y1: 0, x2: 999, y2: 10 },
  }
  const [good, bad, again] = await openReal().cut(requestFor(path, { files: [whole!, outside, whole!] }))
  expect(bad).toMatchObject({ ok: false, code: 'bad-params' })
  for (const cut of [good, again]) {
    const info = await sharp(cut!.ok ? cut!.value : Buffer.alloc(0)).metadata()
    expect(info).toMatchObject({ format: 'jpeg', ...size })
    expect(info.exif?.includes('Ann')).toBe(true)
  }
})

test('a photo that cannot be opened is an error with its reason', async () => {
  const folder = tempFolder()
  const client = openReal()
  await expect(client.cut(requestFor(join(folder, 'none.jpg')))).rejects.toMatchObject({ code: 'file-missing' })
  const endless = join(folder, 'a.heic')
  await writeFile(endless, endlessHeif)
  await expect(client.cut(requestFor(endless))).rejects.toMatchObject({ code: 'file-unreadable' })
})

test('a photo that crashes the cutting process is an error, and no more', async () => {
  const client = openReal(join(import.meta.dirname, 'faulty-compute.ts'))
  await expect(client.cut(requestFor('/crash.jpg'))).rejects.toMatchObject({ code: 'file-unreadable' })
})
