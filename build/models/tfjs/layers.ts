import { ConversionError, type Constant, type Node } from '../graph.ts'

export type Layer = {
  name: string
  class_name: string
  config: Record<string, unknown>
  inbound_nodes: [string, number, number, object][][]
}
type Target = { weights: ReadonlyMap<string, Constant>; constants: Map<string, Constant>; nodes: Node[] }
type LayerWriter = (layer: Layer, target: Target) => void

/** Each Keras layer in TensorFlow operations. The last operation of a layer carries the layer's name. */
export const layerWriters: Record<string, LayerWriter> = {
  Conv2D: (layer, target) => writeConvolution(layer, target, 'Conv2D', 'kernel'),
  DepthwiseConv2D: (layer, target) => writeConvolution(layer, target, 'DepthwiseConv2dNative', 'depthwise_kernel'),
  BatchNormalization: writeBatchNormalization,
  ReLU: writeRelu,
  ZeroPadding2D: writeZeroPadding,
  Add: (layer, target) => push(target, layer.name, 'Add', inputsOf(layer)),
  AveragePooling2D: writeAveragePooling,
  Flatten: (layer, target) => push(target, layer.name, 'Flatten', inputsOf(layer)),
  Dropout: (layer, target) => push(target, layer.name, 'Identity', inputsOf(layer)),
  Dense: writeDense,
}

const inputsOf = (layer: Layer) => (layer.inbound_nodes[0] ?? []).map(([name]) => name)

function push(
  target: Target,
  name: string,
  op: string,
  inputs: readonly string[],
  attributes: Node['attributes'] = {},
) {
  target.nodes.push({ name, op, inputs, attributes })
}

/** Adds a weight of the model to the graph's constants. */
function useWeight({ weights, constants }: Target, name: string): string {
  const weight = weights.get(name)
  if (!weight) throw new ConversionError(`The weight file lacks "${name}"`)
  constants.set(name, weight)
  return name
}

function useValues({ constants }: Target, name: string, values: Float32Array): string {
  constants.set(name, { dims: [values.length], values })
  return name
}

function writeConvolution(layer: Layer, target: Target, op: string, kernel: string) {
  const { config, name } = layer
  const strides = config.strides as [number, number]
  const attributes = {
    strides: [1, ...strides, 1],
    dilations: [1, ...(config.dilation_rate as number[]), 1],
    padding: String(config.padding).toUpperCase(),
  }
  if (config.activation !== 'linear')
    throw new ConversionError(`Layer "${name}": activation ${String(config.activation)} is not known`)
  const inputs = [...inputsOf(layer), useWeight(target, `${name}/${kernel}`)]
  if (!config.use_bias) return push(target, name, op, inputs, attributes)
  push(target, `${name}/product`, op, inputs, attributes)
  push(target, name, 'BiasAdd', [`${name}/product`, useWeight(target, `${name}/bias`)])
}

/** gamma * (x - mean) / sqrt(variance + epsilon) + beta, as one factor and one addend per channel. */
function writeBatchNormalization(layer: Layer, target: Target) {
  const { name, config } = layer
  const read = (part: string) => target.weights.get(`${name}/${part}`)?.values
  const mean = read('moving_mean')
  const variance = read('moving_variance')
  if (!mean || !variance) throw new ConversionError(`The weight file lacks the statistics of "${name}"`)
  const gamma = read('gamma')
  const beta = read('beta')
  const factor = Float32Array.from(
    variance,
    (value, i) => (gamma?.[i] ?? 1) / Math.sqrt(value + (config.epsilon as number)),
  )
  const addend = Float32Array.from(mean, (value, i) => (beta?.[i] ?? 0) - value * (factor[i] ?? 0))
  push(target, `${name}/scaled`, 'Mul', [...inputsOf(layer), useValues(target, `${name}/factor`, factor)])
  push(target, name, 'Add', [`${name}/scaled`, useValues(target, `${name}/addend`, addend)])
}

function writeRelu(layer: Layer, target: Target) {
  const { max_value: max, negative_slope: slope, threshold } = layer.config
  if (slope || threshold || (max !== 6 && max !== null))
    throw new ConversionError(`Layer "${layer.name}" is an unusual ReLU`)
  push(target, layer.name, max === 6 ? 'Relu6' : 'Relu', inputsOf(layer))
}

function writeZeroPadding(layer: Layer, target: Target) {
  const [[top, bottom], [left, right]] = layer.config.padding as [[number, number], [number, number]]
  const values = Int32Array.of(0, 0, top, bottom, left, right, 0, 0)
  target.constants.set(`${layer.name}/paddings`, { dims: [4, 2], values })
  push(target, layer.name, 'Pad', [...inputsOf(layer), `${layer.name}/paddings`])
}

function writeAveragePooling(layer: Layer, target: Target) {
  const {
    pool_size: size,
    strides,
    padding,
  } = layer.config as { pool_size: number[]; strides: number[]; padding: string }
  push(target, layer.name, 'AvgPool', inputsOf(layer), {
    ksize: [1, ...size, 1],
    strides: [1, ...strides, 1],
    padding: padding.toUpperCase(),
  })
}

function writeDense(layer: Layer, target: Target) {
  const { name, config } = layer
  const activation = { linear: null, relu: 'Relu', softmax: 'Softmax', sigmoid: 'Sigmoid' }[config.activation as string]
  if (activation === undefined)
    throw new ConversionError(`Layer "${name}": activation ${String(config.activation)} is not known`)
  const sum = activation ? `${name}/sum` : name
  push(target, `${name}/product`, 'MatMul', [...inputsOf(layer), useWeight(target, `${name}/kernel`)], {
    transpose_a: false,
    transpose_b: false,
  })
  push(target, sum, 'BiasAdd', [`${name}/product`, useWeight(target, `${name}/bias`)])
  if (activation) push(target, name, activation, [sum])
}
