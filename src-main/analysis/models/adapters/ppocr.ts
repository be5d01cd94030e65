import type { ModelSession, Tensor } from '../runtime/open-session.ts'
import type { GreyPicture, TextDetector, TextDirection, TextReader } from '../runtime/tasks.ts'

/** Sides of the detector's input are multiples of this. */
const BLOCK = 32
/** Height in pixels of a line for the other two networks, and its width for the one that tells its direction. */
export const LINE_HEIGHT = 48
const DIRECTION_WIDTH = 192

/** Mean and spread of ImageNet; the networks take channels in the order blue, green, red, with the means of RGB. */
const MEAN = [0.485, 0.456, 0.406] as const
const SPREAD = [0.229, 0.224, 0.225] as const

/**
 * The detector of PP-OCRv4 (PaddleOCR, Apache-2.0): differentiable binarisation (Liao et al., 2020), the chance of each
 * pixel to lie in the shrunk kernel of a line.
 */
export function createTextDetector(session: ModelSession, modelId: string): { 'text-detection': TextDetector } {
  const map: TextDetector['map'] = async ({ width, height, levels }) => {
    if (width % BLOCK !== 0 || height % BLOCK !== 0) throw new RangeError(`Sides must be multiples of ${BLOCK} pixels`)
    const plane = width * height
    const data = new Float32Array(3 * plane)
    for (let channel = 0; channel < 3; channel++) {
      const [factor, offset] = [1 / 255 / SPREAD[channel]!, MEAN[channel]! / SPREAD[channel]!]
      for (let i = 0, to = channel * plane; i < plane; i++, to++) data[to] = levels[i]! * factor - offset
    }
    const values = await runFirst(session, { data, dims: [1, 3, height, width] })
    return { columns: width, rows: height, values: values.data as Float32Array }
  }
  return { 'text-detection': { modelId, map, block: BLOCK } }
}

/** Tells whether a line is upside down (PaddleOCR mobile v2.0, Apache-2.0). */
export function createTextDirection(session: ModelSession, modelId: string): { 'text-direction': TextDirection } {
  const chanceOfTurned: TextDirection['chanceOfTurned'] = async (line) => {
    const values = await runFirst(session, lineTensor(line, DIRECTION_WIDTH))
    return (values.data as Float32Array)[1]!
  }
  return { 'text-direction': { modelId, chanceOfTurned } }
}

/**
 * The reader of PP-OCRv4 (PaddleOCR, Apache-2.0; SVTR-LCNet, Du et al., 2022): for each step along the line the chances
 * of every character, which `decodeCtc` reads.
 */
export function createTextReader(
  session: ModelSession,
  modelId: string,
  characters: readonly string[],
): { 'text-recognition': TextReader } {
  const read: TextReader['read'] = async (line) => {
    const { data, dims } = await runFirst(session, lineTensor(line, line.width))
    return decodeCtc(data as Float32Array, dims[2]!, characters)
  }
  return { 'text-recognition': { modelId, read } }
}

async function runFirst(session: ModelSession, input: Tensor): Promise<Tensor> {
  const [from, to] = [session.inputNames[0]!, session.outputNames[0]!]
  return (await session.run({ [from]: input }, [to]))[to]!
}

/** Levels from -1 to 1, cut or padded with 0 at the right. */
function lineTensor({ width, height, levels }: GreyPicture, columns: number): Tensor {
  if (height !== LINE_HEIGHT) throw new RangeError(`Lines must be ${LINE_HEIGHT} pixels high`)
  const plane = columns * height
  const data = new Float32Array(3 * plane)
  const shared = Math.min(width, columns)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < shared; x++) data[y * columns + x] = levels[y * width + x]! / 127.5 - 1
  data.copyWithin(plane, 0, plane)
  data.copyWithin(2 * plane, 0, plane)
  return { data, dims: [1, 3, height, columns] }
}

/** Chance of a space, at its likeliest step between two characters, from which there is one: it seldom is the best. */
const SPACE = 0.1

/**
 * Reads the best path of connectionist temporal classification (Graves et al., 2006): the likeliest character of each
 * step, repetitions once, class 0 nothing; the last class is the space. `confidence` is the mean chance of the
 * characters, 0 to 1.
 */
export function decodeCtc(
  chances: Float32Array,
  classes: number,
  characters: readonly string[],
): { text: string; confidence: number } {
  if (classes !== characters.length + 1) throw new RangeError(`The model knows ${classes - 1} characters`)
  let text = ''
  let sum = 0
  let count = 0
  let space = 0
  for (let from = 0, before = 0; from < chances.length; from += classes) {
    let best = 0
    for (let k = 1; k < classes; k++) if (chances[from + k]! > chances[from + best]!) best = k
    space = Math.max(space, chances[from + classes - 1]!)
    if (best !== 0 && best !== before && best !== classes - 1) {
      text += (text !== '' && space >= SPACE ? ' ' : '') + characters[best - 1]!
      space = 0
      sum += chances[from + best]!
      count++
    }
    before = best
  }
  return { text, confidence: count === 0 ? 0 : sum / count }
}
