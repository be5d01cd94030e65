import { ConversionError, type Constant } from '../graph.ts'

/** One weight in a TensorFlow.js weights manifest. */
export type WeightSpec = {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string; scale?: number; min?: number }
}

/** Cuts the concatenated weight files into constants. Quantised weights keep their short form beside the values. */
export function readWeights(specs: readonly WeightSpec[], bytes: Uint8Array): Map<string, Constant> {
  const constants = new Map<string, Constant>()
  let offset = 0
  for (const spec of specs) {
    const count = spec.shape.reduce((product, side) => product * side, 1)
    const size = count * elementSize(spec)
    if (offset + size > bytes.byteLength) throw new ConversionError(`The weight file ends inside "${spec.name}"`)
    const slice = bytes.slice(offset, offset + size)
    constants.set(spec.name, { dims: spec.shape, ...decode(spec, slice.buffer) })
    offset += size
  }
  if (offset !== bytes.byteLength)
    throw new ConversionError(`The weight file has ${bytes.byteLength - offset} bytes more than its manifest`)
  return constants
}

function elementSize({ name, dtype, quantization }: WeightSpec): number {
  const size = { float32: 4, int32: 4, float16: 2, uint8: 1 }[quantization?.dtype ?? dtype]
  if (!size) throw new ConversionError(`Weight "${name}" has the unknown type ${quantization?.dtype ?? dtype}`)
  return size
}

function decode(spec: WeightSpec, buffer: ArrayBuffer): Omit<Constant, 'dims'> {
  if (spec.quantization?.dtype === 'float16') {
    const bits = new Uint16Array(buffer)
    return { values: Float32Array.from(bits, halfToNumber), packed: { kind: 'half', bits } }
  }
  if (spec.quantization?.dtype === 'uint8') return decodeCodes(new Uint8Array(buffer), spec.quantization)
  return { values: spec.dtype === 'int32' ? new Int32Array(buffer) : new Float32Array(buffer) }
}

function decodeCodes(
  codes: Uint8Array,
  { scale = 1, min = 0 }: { scale?: number; min?: number },
): Omit<Constant, 'dims'> {
  const values = Float32Array.from(codes, (code) => code * scale + min)
  const zeroPoint = Math.round(-min / scale)
  // Weights whose range contains zero were quantised so that zero is one of the codes; others have no exact short form.
  const isExact = Math.abs(zeroPoint * scale + min) < Math.abs(scale) * 1e-6 && zeroPoint >= 0 && zeroPoint <= 255
  return isExact ? { values, packed: { kind: 'codes', codes, zeroPoint, scales: Float32Array.of(scale) } } : { values }
}

/** Converts IEEE 754 half precision to a number. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
