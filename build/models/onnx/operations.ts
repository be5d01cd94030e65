import { ConversionError, type Node } from '../graph.ts'
import type { GraphWriter } from './graph-writer.ts'
import { onnxAxis, onnxDims, samePads, sizeOf, toChannelsFirst, toChannelsLast } from './layout.ts'

type WriteOperation = (node: Node, writer: GraphWriter) => void

/** How each operation is written in ONNX. */
export const operations: Record<string, WriteOperation> = {
  Conv2D: (node, writer) => writeConvolution(node, writer, false),
  DepthwiseConv2dNative: (node, writer) => writeConvolution(node, writer, true),
  MatMul: writeMatMul,
  MaxPool: (node, writer) => writePool(node, writer, 'MaxPool'),
  AvgPool: (node, writer) => writePool(node, writer, 'AveragePool'),
  Mean: writeMean,
  Clip: writeClip,
  Sigmoid: (node, writer) => writeUnary(node, writer, 'Sigmoid'),
  Identity: (node, writer) => writeUnary(node, writer, 'Identity'),
  Prelu: writePrelu,
  Softmax: (node, writer) => writeUnary(node, writer, 'Softmax', { axis: -1 }),
  Add: (node, writer) => writeBinary(node, writer, 'Add'),
  AddV2: (node, writer) => writeBinary(node, writer, 'Add'),
  BiasAdd: (node, writer) => writeBinary(node, writer, 'Add'),
  Sub: (node, writer) => writeBinary(node, writer, 'Sub'),
  Mul: (node, writer) => writeBinary(node, writer, 'Mul'),
  ConcatV2: writeConcat,
  Pad: writePad,
  Reshape: (node, writer) => writeReshape(node, writer, writer.numbers(node.inputs[1] ?? '')),
  Flatten: (node, writer) => writeReshape(node, writer, [1, -1]),
  ResizeBilinear: writeResize,
}

const inputOf = (node: Node, writer: GraphWriter) => writer.get(node.inputs[0] ?? '')
const middle = (values: unknown) => (values as readonly number[]).slice(1, 3) as [number, number]
const middleDims = (dims: readonly number[]) => [dims[1] ?? 1, dims[2] ?? 1] as [number, number]

function writeConvolution(node: Node, writer: GraphWriter, isDepthwise: boolean) {
  const { id, dims } = inputOf(node, writer)
  const kernel = writer.constant(node.inputs[1] ?? '').dims
  const channels = isDepthwise ? (kernel[2] ?? 1) * (kernel[3] ?? 1) : (kernel[3] ?? 1)
  if (isDepthwise && kernel[3] !== 1) throw new ConversionError(`Node "${node.name}": depth multipliers are not known`)
  const inputs = [id, writer.weights(node.inputs[1] ?? '', isDepthwise ? [2, 3, 0, 1] : [3, 2, 0, 1])]
  const bias = node.inputs[2]
  if (bias !== undefined) inputs.push(writer.floats(bias, writer.numbers(bias)))
  const window = readWindow(node, dims, [kernel[0] ?? 1, kernel[1] ?? 1])
  writer.add('Conv', inputs, node.name, { ...window.attributes, group: isDepthwise ? channels : 1 })
  writer.set(node.name, node.name, [dims[0] ?? 1, ...window.sides, channels])
}

/** Kernel, strides and explicit pads of a sliding window, and the sides of its output. */
function readWindow(node: Node, dims: readonly number[], kernel: [number, number]) {
  const strides = middle(node.attributes.strides)
  const dilations = middle(node.attributes.dilations ?? [1, 1, 1, 1])
  const sides = middleDims(dims)
  const pads = readPads(node, sides, kernel, strides, dilations)
  const given = sides.map((side, i) => {
    const reach = ((kernel[i] as number) - 1) * (dilations[i] as number) + 1
    return Math.floor((side + (pads[i] ?? 0) + (pads[i + 2] ?? 0) - reach) / (strides[i] as number)) + 1
  })
  const isDilated = dilations.some((step) => step > 1)
  return { sides: given, attributes: { kernel_shape: kernel, strides, pads, ...(isDilated ? { dilations } : {}) } }
}

function readPads(
  node: Node,
  sides: [number, number],
  kernel: [number, number],
  strides: [number, number],
  dilations: [number, number],
): number[] {
  if (node.attributes.padding === 'SAME') return samePads(sides, kernel, strides, dilations)
  if (node.attributes.padding === 'VALID') return [0, 0, 0, 0]
  if (node.attributes.padding === 'EXPLICIT' && node.attributes.pads)
    return [...(node.attributes.pads as readonly number[])]
  throw new ConversionError(`Node "${node.name}": the padding ${String(node.attributes.padding)} is not known`)
}

function writePool(node: Node, writer: GraphWriter, op: string) {
  const { id, dims } = inputOf(node, writer)
  const window = readWindow(node, dims, middle(node.attributes.ksize))
  writer.add(op, [id], node.name, window.attributes)
  writer.set(node.name, node.name, [dims[0] ?? 1, ...window.sides, dims[3] ?? 1])
}

function writeMatMul(node: Node, writer: GraphWriter) {
  const { id, dims } = inputOf(node, writer)
  if (node.attributes.transpose_a || node.attributes.transpose_b || dims.length !== 2)
    throw new ConversionError(`Node "${node.name}": only plain matrix products are known`)
  const columns = writer.constant(node.inputs[1] ?? '').dims[1] ?? 1
  const inputs = [id, writer.weights(node.inputs[1] ?? '', [0, 1])]
  const bias = node.inputs[2]
  if (bias !== undefined) inputs.push(writer.floats(bias, writer.numbers(bias)))
  writer.add('Gemm', inputs, node.name)
  writer.set(node.name, node.name, [dims[0] ?? 1, columns])
}

function writeMean(node: Node, writer: GraphWriter) {
  const { id, dims } = inputOf(node, writer)
  const axes = writer
    .numbers(node.inputs[1] ?? '')
    .map((axis) => (axis < 0 ? axis + 4 : axis))
    .sort()
  if (dims.length !== 4 || axes.join() !== '1,2')
    throw new ConversionError(`Node "${node.name}": only means over height and width are known`)
  const [count = 1, , , channels = 1] = dims
  if (node.attributes.keep_dims) {
    writer.add('GlobalAveragePool', [id], node.name)
    return writer.set(node.name, node.name, [count, 1, 1, channels])
  }
  writer.add('Flatten', [writer.add('GlobalAveragePool', [id], `${node.name}/pooled`)], node.name)
  writer.set(node.name, node.name, [count, channels])
}

function writeClip(node: Node, writer: GraphWriter) {
  const { low, high } = node.attributes as { low: number; high: number }
  if (low === 0 && high === Infinity) return writeUnary(node, writer, 'Relu')
  const { id, dims } = inputOf(node, writer)
  const bound = (value: number) => (Number.isFinite(value) ? writer.floats(`bound ${value}`, [value], []) : '')
  writer.add('Clip', [id, bound(low), bound(high)], node.name)
  writer.set(node.name, node.name, dims)
}

function writeUnary(node: Node, writer: GraphWriter, op: string, attributes: Parameters<GraphWriter['add']>[3] = {}) {
  const { id, dims } = inputOf(node, writer)
  writer.add(op, [id], node.name, attributes)
  writer.set(node.name, node.name, dims)
}

/** Its slopes are one for each channel. */
function writePrelu(node: Node, writer: GraphWriter) {
  const { id, dims } = inputOf(node, writer)
  const slopes = writer.numbers(node.inputs[1] ?? '')
  if (dims.length !== 4 || slopes.length !== dims[3])
    throw new ConversionError(`Node "${node.name}": only slopes per channel are known`)
  writer.add('PRelu', [id, writer.floats(`${node.inputs[1]}/onnx`, slopes, [slopes.length, 1, 1])], node.name)
  writer.set(node.name, node.name, dims)
}

function writeBinary(node: Node, writer: GraphWriter, op: string) {
  const known = node.inputs.filter((name) => writer.has(name)).map((name) => writer.get(name).dims.length)
  const rank = Math.max(...known)
  const [a, b] = node.inputs.map((name) => writer.operand(name, rank))
  if (!a || !b) throw new ConversionError(`Node "${node.name}" needs two inputs`)
  writer.add(op, [a.id, b.id], node.name)
  const dims = a.dims.length >= b.dims.length ? a.dims : b.dims
  const other = dims === a.dims ? b.dims : a.dims
  writer.set(
    node.name,
    node.name,
    dims.map((side, axis) => Math.max(side, other[axis - dims.length + other.length] ?? 1)),
  )
}

function writeConcat(node: Node, writer: GraphWriter) {
  const parts = node.inputs.slice(0, -1).map((name) => writer.get(name))
  const dims = [...(parts[0]?.dims ?? [])]
  const [axis = 0] = writer.numbers(node.inputs.at(-1) ?? '')
  const positive = axis < 0 ? axis + dims.length : axis
  dims[positive] = parts.reduce((sum, part) => sum + (part.dims[positive] ?? 0), 0)
  writer.add(
    'Concat',
    parts.map((part) => part.id),
    node.name,
    { axis: onnxAxis(axis, dims.length) },
  )
  writer.set(node.name, node.name, dims)
}

function writePad(node: Node, writer: GraphWriter) {
  const { id, dims } = inputOf(node, writer)
  const paddings = writer.numbers(node.inputs[1] ?? '')
  const before = dims.map((_, axis) => paddings[2 * axis] ?? 0)
  const after = dims.map((_, axis) => paddings[2 * axis + 1] ?? 0)
  writer.add('Pad', [id, writer.integers(`${node.name}/pads`, [...onnxDims(before), ...onnxDims(after)])], node.name)
  writer.set(
    node.name,
    node.name,
    dims.map((side, axis) => side + (before[axis] ?? 0) + (after[axis] ?? 0)),
  )
}

function writeReshape(node: Node, writer: GraphWriter, target: readonly number[]) {
  const { id, dims } = inputOf(node, writer)
  const known = sizeOf(target.filter((side) => side > 0))
  const sides = target.map((side) => (side > 0 ? side : sizeOf(dims) / known))
  if (sides.length === 4) throw new ConversionError(`Node "${node.name}": reshaping to a picture is not known`)
  const isPicture = dims.length === 4 && sizeOf(dims.slice(1, 3)) > 1
  const source = isPicture
    ? writer.add('Transpose', [id], `${node.name}/channels_last`, { perm: [...toChannelsLast] })
    : id
  writer.add('Reshape', [source, writer.integers(`${node.name}/shape`, sides)], node.name)
  writer.set(node.name, node.name, sides)
}

function writeResize(node: Node, writer: GraphWriter) {
  const { id, dims } = inputOf(node, writer)
  const { align_corners: isAligned, half_pixel_centers: isHalfPixel } = node.attributes
  const size = writer.numbers(node.inputs[1] ?? '')
  const scales = middleDims(dims).map((side, i) => (size[i] ?? side) / side)
  const mode = isAligned ? 'align_corners' : isHalfPixel ? 'half_pixel' : 'asymmetric'
  writer.add('Resize', [id, '', writer.floats(`${node.name}/scales`, [1, 1, ...scales])], node.name, {
    mode: 'linear',
    coordinate_transformation_mode: mode,
  })
  writer.set(node.name, node.name, [dims[0] ?? 1, size[0] ?? 1, size[1] ?? 1, dims[3] ?? 1])
}

/** The picture input, from NHWC bytes to NCHW floats, which the runtime reads fastest. */
export function writePictureInput(
  writer: GraphWriter,
  name: string,
  id: string,
  dims: readonly number[],
  range: { scale: number; offset: number },
) {
  const planes = writer.add('Transpose', [id], `${id}/planes`, { perm: [...toChannelsFirst] })
  let last = writer.add('Cast', [planes], `${id}/float`, { to: 1 })
  if (range.scale !== 1)
    last = writer.add('Mul', [last, writer.floats(`${id}/scale`, [range.scale], [])], `${id}/scaled`)
  if (range.offset !== 0)
    last = writer.add('Add', [last, writer.floats(`${id}/offset`, [range.offset], [])], `${id}/shifted`)
  writer.set(name, last, dims)
}
