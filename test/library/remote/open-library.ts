import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import sharp from 'sharp'
import type { EngineChoice } from '../../../src-main/contract/library/remote.ts'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import type { Secrets } from '../../../src-main/library/host/secrets.ts'
import type { AnalysisRequest } from '../../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { createRemoteEngine } from '../../../src-main/engines/remote/create-remote-engine.ts'
import type { RemoteTiming } from '../../../src-main/engines/remote/session/remote-timing.ts'
import { fast } from '../../engines/remote/open-remote.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { until } from '../library/open-test-library.ts'

export type Opened = { library: OpenLibrary; asked: AnalysisRequest[]; lines: string[] }

/** Key and secret in memory, as a shell would store them. */
export function makeSecrets(): Secrets & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    kind: 'file',
    note: foreign('kept in memory'),
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
}

/** The fake engine of the library's tests, with upload pictures. */
function createLocal(asked: AnalysisRequest[]): AnalysisEngine {
  const fake = createFakeEngine()
  return {
    ...fake,
    async analyse(request) {
      asked.push(request)
      const outcome = await fake.analyse(request)
      if (!outcome.ok) return outcome
      const { upload } = await decodePhoto(request.path, { uploadSide: request.uploadSide })
      const isAsked = (step: AnalysisRequest['steps'][number]) => request.steps.includes(step)
      const {
        tags,
        faces,
        categories,
        nsfw,
        colors,
        colorVector,
        saliencyFeatures,
        embedding,
        thumbnail,
        placeholder,
        ...rest
      } = outcome.findings
      const findings = {
        ...rest,
        ...(isAsked('tags') ? { tags } : {}),
        ...(isAsked('faces') ? { faces } : {}),
        ...(isAsked('categories') ? { categories, nsfw } : {}),
        ...(isAsked('croppings') ? { saliencyFeatures } : {}),
        ...(isAsked('embedding') ? { embedding } : {}),
        ...(isAsked('preview') ? { thumbnail, placeholder } : {}),
        ...(isAsked('colors') ? { colors, colorVector } : {}),
        ...(upload ? { upload } : {}),
      }
      return { ...outcome, findings }
    },
  }
}

/** A library over the fake engine, with the actual remote engine. */
export async function open(
  libraryDir: string,
  secrets: Secrets,
  timing: Partial<RemoteTiming> = fast,
): Promise<Opened> {
  const asked: AnalysisRequest[] = []
  const lines: string[] = []
  const note = (message: string, details?: object) => void lines.push(`${message} ${JSON.stringify(details ?? {})}`)
  const log = { debug: note, info: note, warn: note, error: note }
  putEmptyLibrary(libraryDir)
  const library = await createLibrary(
    {
      libraryDir,
      resourcesDir,
      modelsDir: join(libraryDir, '..', 'models'),
      log,
      owner: 'test',
      watch: true,
      secrets,
    },
    {
      createLocal: () => createLocal(asked),
      createRemote: (engine) => createRemoteEngine({ ...engine, timing }),
    },
  )
  onTestFinished(() => library.close())
  return { library, asked, lines }
}

/** Photos with different contents. */
export async function addPhotos(dir: string, count: number, from = 0) {
  for (let k = from; k < from + count; k++)
    await sharp({ create: { width: 700, height: 500, channels: 3, background: { r: (k * 40) % 256, g: k, b: 90 } } })
      .jpeg()
      .toFile(join(dir, `photo-${k}.jpg`))
}

/** Waits until no work is running and this many photos are pending. */
export const settled = (opened: Opened, pending = 0) =>
  until(
    () => opened.library.calls.analysis.status(),
    (status) => status.pending === pending && status.state === 'idle',
  )
/** Chooses a service and sets its key. */
export const useService = async (
  { library }: Opened,
  service: { address: string },
  change: Partial<EngineChoice> = {},
  credentials = { key: 'my-key', secret: 'my-secret' },
) => {
  const choice = await library.calls.remote.choice()
  await library.calls.remote.setChoice({
    ...choice,
    engine: 'remote',
    address: service.address,
    operations: ['tags', 'categories'],
    ...change,
  })
  await library.calls.remote.setCredentials(credentials)
}
