import { readFileSync } from 'node:fs'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { copiedModels } from '../../../build/models/bundled-models.ts'
import { Network } from '../../../build/models/text-detector/network.ts'
import { simplifyDetector } from '../../../build/models/text-detector/simplify-detector.ts'
import { simplifyReader } from '../../../build/models/text-detector/simplify-reader.ts'
import { drawBoard } from '../../fixtures/drawn-text.ts'

const fileOf = (model: string) => readFileSync(copiedModels.find(({ name }) => name === model)!.sourceFile())
const published = fileOf('ppocr-detection')
const simplified = simplifyDetector(published)
const publishedReader = fileOf('ppocr-recognition')
const simplifiedReader = simplifyReader(publishedReader)

/** A drawn sign as the detector takes it, without its means and spreads. */
async function drawnInput(width: number, height: number): Promise<Tensor> {
  const { data } = await drawBoard({ lines: ['Queen Street', 'EXIT'], ink: '#101010', ground: '#f0d020' }, 64)
  const grey = await sharp(data).resize(width, height, { fit: 'contain' }).flatten().greyscale().raw().toBuffer()
  const plane = Float32Array.from(grey, (level) => level / 64 - 2)
  return new Tensor('float32', Float32Array.from([...plane, ...plane, ...plane]), [1, 3, height, width])
}

/** The first output of each network for the same input. */
async function outputsOf(models: readonly Uint8Array[], input: Tensor) {
  const outputs = models.map(async (model) => {
    const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 })
    return Object.values(await session.run({ x: input }))[0]!
  })
  return (await Promise.all(outputs)).map(({ dims, data }) => ({ dims, values: data as Float32Array }))
}

test.each([
  {
    what: 'detector',
    before: published,
    after: simplified,
    sizes: [
      [224, 160],
      [96, 128],
    ],
  },
  {
    what: 'reader',
    before: publishedReader,
    after: simplifiedReader,
    sizes: [
      [200, 48],
      [96, 48],
    ],
  },
] as const)('the simplified $what gives the same numbers at any size', async ({ before, after, sizes }) => {
  for (const [width, height] of sizes) {
    const [wanted, found] = await outputsOf([before, after], await drawnInput(width, height))
    expect(wanted!.values.reduce((most, value) => Math.max(most, value), 0)).toBeGreaterThan(0.9)
    expect(found!.dims).toEqual(wanted!.dims)
    const apart = found!.values.map((value, i) => Math.abs(value - wanted!.values[i]!))
    expect(apart.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(1e-3)
  }
})

test("the reader's first part has neither normalisations nor factors for all channels", () => {
  const { nodes, constants } = new Network(simplifiedReader)
  const scaled = nodes.filter(({ op, inputs }) => op === 'Mul' && constants.get(inputs[0]!)?.values.length === 1)
  expect(nodes.map(({ op }) => op)).not.toContain('BatchNormalization')
  expect(scaled).toEqual([])
})

test('nothing but convolutions, products and clips is left of its first part', () => {
  const ops = new Set(new Network(simplified).nodes.map(({ op }) => op))
  for (const op of ['BatchNormalization', 'ConvTranspose', 'Div']) expect(ops).not.toContain(op)
})

test('a network with another end is refused', () => {
  expect(() => simplifyDetector(fileOf('ppocr-direction'))).toThrow('does not end as expected')
})
