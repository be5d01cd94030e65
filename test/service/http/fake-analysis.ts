import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { readFile } from 'node:fs/promises'
import type { CallAnswer, OperationCall } from '../../../src-main/analysis/operations/calls.ts'
import type { Analysis } from '../../../src-main/service/ports/ports.ts'

const color = {
  r: 36,
  g: 120,
  b: 9,
  html_code: '#247809',
  closest_palette_color: 'green',
  closest_palette_color_html_code: '#008000',
  closest_palette_color_parent: 'green',
  closest_palette_distance: 1.5,
  percent: 60.25,
}
const colors = {
  image_colors: [color],
  foreground_colors: [color],
  background_colors: [color],
  color_variance: 36,
  object_percentage: 20.5,
  color_percent_threshold: 1.75,
}

/** Takes the engine's place: records its requests and the bytes, and answers fixed records. */
export function createFakeAnalysis() {
  const runs: { accountId: string; bytes: Buffer; calls: readonly OperationCall[] }[] = []
  const state = {
    hold: null as Promise<void> | null,
    aborted: 0,
    failure: null as Error | null,
    running: 0,
    isWarm: true,
  }
  const port: Omit<Analysis, 'close'> = {
    async run(account, picture, calls, signal) {
      runs.push({ accountId: account.id, bytes: await readFile(picture.path), calls })
      if (state.failure) throw state.failure
      state.running += 1
      try {
        if (state.hold) await Promise.race([state.hold, whenAborted(signal, state)])
      } finally {
        state.running -= 1
      }
      const bytes = runs.at(-1)!.bytes
      return calls.map((call) => fakeAnswer(call, bytes)) as never
    },
    categorizers: async () => [{ id: 'general_v3', title: 'General', labels: ['animal', 'plant'] }],
    contentModels: () => ['fake'],
    hasTagger: async (account, id) => id === 'mine' && account.key === 'acc_test',
    state: () => ({ waiting: 0, running: state.running, processes: 1, isWarm: state.isWarm, isAccepting: true }),
  }
  return { port, runs, state }
}

function whenAborted(signal: AbortSignal | undefined, state: { aborted: number }): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => {
      state.aborted += 1
      reject(new Error('aborted'))
    }),
  )
}

/** Its answer for a picture's bytes. */
export function fakeAnswer(call: OperationCall, bytes: Buffer): CallAnswer {
  const { operation } = call
  if (bytes.includes('UNREADABLE'))
    return { ok: false, code: 'file-unreadable', message: foreign('The file is no picture.') }
  if (operation === 'tags')
    return { ok: true, operation, value: { tags: [{ confidence: 61.5, tag: { en: 'dog', de: 'Hund' } }] } }
  if (operation === 'categories')
    return { ok: true, operation, value: { categories: [{ confidence: 99, name: { en: 'animal' } }] } }
  if (operation === 'colors') return { ok: true, operation, value: { colors } }
  if (operation === 'faces') return { ok: true, operation, value: { faces: [] } }
  if (operation === 'text') return { ok: true, operation, value: { text: [] } }
  if (operation === 'barcodes') return { ok: true, operation, value: { barcodes: [] } }
  if (operation === 'faceVectors') return { ok: true, operation, value: [] }
  if (operation === 'contentVector') return { ok: true, operation, value: { modelId: 'fake', vector: vectorOf(bytes) } }
  if (operation === 'colorVector') return { ok: true, operation, value: vectorOf(bytes) }
  const { resolution, image_result } = call.given as { resolution?: string; image_result?: string }
  if (resolution === '9000x9000')
    return { ok: false, code: 'bad-params', message: foreign('resolution has "9000x9000", which does not fit.') }
  if (image_result === '1')
    return {
      ok: true,
      operation,
      value: {
        kind: 'image',
        bytes: new Uint8Array([1, 2, 3]),
        type: 'image/jpeg',
        width: 1,
        height: 1,
        cropping: crop,
      },
    }
  return { ok: true, operation, value: { kind: 'records', croppings: [crop] } }
}

const crop = { target_width: 100, target_height: 50, x1: 0, y1: 0, x2: 100, y2: 50 }

/** A direction that depends on the bytes. */
export function vectorOf(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: 8 }, (_, n) => bytes.readUInt8(Math.floor((bytes.length * (n + 1)) / 9)) + 1)
}
