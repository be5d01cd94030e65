import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runMobilenet } from '../../../../src-main/analysis/models/adapters/mobilenet.ts'
import { runU2netp } from '../../../../src-main/analysis/models/adapters/u2netp.ts'
import { runYolox } from '../../../../src-main/analysis/models/adapters/yolox.ts'
import { runYunet } from '../../../../src-main/analysis/models/adapters/yunet.ts'
import { openSession, type PrepareModel } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import { unfoldFocus } from '../../../../src-main/analysis/models/runtime/unfold-focus.ts'
import { hasSharedModels, patternRaster, standardModel, summarise, type SelfTest } from './standard-models.ts'

/** Processors without VNNI add int8 products in 16 bits, which saturate: single values mean little there. */
const hasVnni = existsSync('/proc/cpuinfo') && /vnni/.test(readFileSync('/proc/cpuinfo', 'utf8'))
const INT8 = 0.15

function expectLike(values: Float32Array, expected: SelfTest['expected'][string], tolerance = 1e-3) {
  const seen = summarise(values)
  expect(values.length).toBe(expected.shape.reduce((a, b) => a * b))
  expect(seen.argmax).toBe(expected.argmax)
  const near = (a: number, b: number) =>
    expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(b)))
  near(seen.mean, expected.mean)
  near(seen.max, expected.max)
  if (tolerance !== INT8 || hasVnni) expected.first5.forEach((value, k) => near(seen.first5[k]!, value))
}

async function withModel<T>(
  id: string,
  run: (session: Awaited<ReturnType<typeof openSession>>, selftest: SelfTest) => Promise<T>,
  prepare?: PrepareModel,
) {
  const { file, selftest } = standardModel(id)
  const session = await openSession(file, { prepare })
  try {
    return await run(session, selftest)
  } finally {
    await session.close()
  }
}

// The manifest's pattern runs through the adapters' own preprocessing, so a wrong channel order or scale shows here.
describe.skipIf(!hasSharedModels)('standard models give the values of their manifest (needs ../shared/models)', () => {
  test.each([
    ['as it is', undefined],
    ['without its Focus', unfoldFocus],
  ])('yolox-nano %s', { tags: 'night' }, (_, prepare) =>
    withModel(
      'yolox-nano',
      async (session, { hw, expected }) => {
        const raster = patternRaster(hw)
        expectLike(await runYolox(session, raster, raster), expected['output']!)
      },
      prepare,
    ),
  )

  test('yolox-nano without its Focus accepts a photo that is not square', () =>
    withModel(
      'yolox-nano',
      async (session) => {
        const output = await runYolox(session, patternRaster([288, 416]), { width: 416, height: 288 })
        expect(output.length).toBe(85 * (52 * 36 + 26 * 18 + 13 * 9))
      },
      unfoldFocus,
    ))

  test.each(['yunet-n-dynamic', 'yunet-2023mar'])('%s', (id) =>
    withModel(id, async (session, { hw, expected }) => {
      const raster = patternRaster(hw)
      const outputs = await runYunet(session, raster, raster)
      for (const [name, values] of Object.entries(expected)) expectLike(outputs[name]!.data as Float32Array, values)
    }),
  )

  test('u2netp-fp16', { tags: 'night' }, () =>
    withModel('u2netp-fp16', async (session, { hw, expected }) => {
      expectLike(await runU2netp(session, patternRaster(hw)), expected['saliency']!)
    }),
  )

  // int8 kernels may differ by one quantisation step between processors
  test('mobilenetv2-int8-embedding', () =>
    withModel('mobilenetv2-int8-embedding', async (session, { hw, expected }) => {
      const { logits, embedding } = await runMobilenet(session, patternRaster(hw))
      expectLike(logits, expected['output']!, INT8)
      expectLike(embedding!, expected['embedding']!, INT8)
    }))

  test('mobilenetv2-int8 has no embedding', () =>
    withModel('mobilenetv2-int8', async (session, { hw, expected }) => {
      const { logits, embedding } = await runMobilenet(session, patternRaster(hw))
      expectLike(logits, expected['output']!, INT8)
      expect(embedding).toBeNull()
    }))
})
