import { readFileSync } from 'node:fs'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { copiedModels } from '../../../build/models/bundled-models.ts'
import { Network } from '../../../build/models/text-detector/network.ts'
import { simplifyDetector } from '../../../build/models/text-detector/simplify-detector.ts'
import { drawBoard } from '../../fixtures/drawn-text.ts'

const fileOf = (model: string) => readFileSync(copiedModels.find(({ name }) => name === model)!.sourceFile())
const published = fileOf('ppocr-detection')
const simplified = simplifyDetector(published)

/** A drawn sign as the detector takes it, without its means and spreads. */
async function drawnInput(width: number, height: number): Promise<Tensor> {
  const { data } = await drawBoard({ lines: ['Queen Street', 'EXIT'], ink: '#101010', ground: '#f0d020' }, 64)
  const grey = await sharp(data).resize(width, height, { fit: 'contain' }).flatten().greyscale().raw().toBuffer()
  const plane = Float32Array.from(grey, (level) => level / 64 - 2)
  return new Tensor('float32', Float32Array.from([...plane, ...plane, ...plane]), [1, 3, height, width])
}

test('the simplified detector gives the same map at any size', async () => {
  const [before, after] = await Promise.all(
    [published, simplified].map((model) =>
      InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 }),
    ),
  )
  for (const [width, height] of [
    [224, 160],
    [96, 128],
  ] as const) {
    const feeds = { x: await drawnInput(width, height) }
    const [wanted, found] = [await before!.run(feeds), await after!.run(feeds)].map(
      (outputs) => Object.values(outputs)[0]!,
    )
    const values = wanted!.data as Float32Array
    expect(Math.max(...values)).toBeGreaterThan(0.9)
    expect(found!.dims).toEqual(wanted!.dims)
    const apart = (found!.data as Float32Array).map((value, i) => Math.abs(value - values[i]!))
    expect(Math.max(...apart)).toBeLessThan(1e-3)
  }
})

test('nothing but convolutions, products and clips is left of its first part', () => {
  const ops = new Set(new Network(simplified).nodes.map(({ op }) => op))
  for (const op of ['BatchNormalization', 'ConvTranspose', 'Div']) expect(ops).not.toContain(op)
})

test('a network with another end is refused', () => {
  expect(() => simplifyDetector(fileOf('ppocr-direction'))).toThrow('does not end as expected')
})
