import { ConversionError, readersOf, type Constant, type Graph, type Node } from '../graph.ts'

/** A factor for each channel of a value, by the value's name. */
export type ChannelFactors = Readonly<Record<string, readonly number[]>>

/**
 * Multiplies channels of values by positive factors, and divides by them wherever these values are read, so that the
 * outputs stay the same numbers. Integers of eight bits have one step for all channels of a value, which suits them if
 * their ranges are alike (cross-layer equalisation, Nagel et al. 2019). Throws ConversionError where an operation on
 * the way is none that factors pass through.
 */
export function levelChannels(graph: Graph, factors: ChannelFactors): Graph {
  const levelled = new Levelled(graph)
  for (const [name, ofChannels] of Object.entries(factors)) levelled.level(name, ofChannels)
  return levelled.graph()
}

type Factors = readonly number[]

class Levelled {
  readonly #graph: Graph
  readonly #nodes: ReadonlyMap<string, Node>
  readonly #readers: ReadonlyMap<string, readonly Node[]>
  readonly #constants: Map<string, Constant>

  constructor(graph: Graph) {
    this.#graph = graph
    this.#nodes = new Map(graph.nodes.map((node) => [node.name, node]))
    this.#readers = readersOf(graph)
    this.#constants = new Map(graph.constants)
  }

  graph(): Graph {
    return { ...this.#graph, constants: this.#constants }
  }

  level(name: string, factors: Factors): void {
    this.#multiply(name, factors)
    this.#divide(name, factors)
  }

  /** Multiplies a value where it is made. */
  #multiply(name: string, factors: Factors): void {
    const node = this.#nodes.get(name)
    const [first = '', second = '', third] = node?.inputs ?? []
    switch (node?.op) {
      case 'Conv2D':
      case 'DepthwiseConv2dNative':
        this.#scale(second, (value, at) => value * factors[at % factors.length]!)
        if (third !== undefined) this.#scale(third, (value, at) => value * factors[at]!)
        return
      case 'Add':
      case 'AddV2':
        this.#multiply(first, factors)
        return this.#multiply(second, factors)
      case 'ResizeBilinear':
        return this.#multiply(first, factors)
      case 'ConcatV2': {
        let from = 0
        for (const part of node.inputs.slice(0, -1)) {
          const end = from + this.#channelsOf(part)
          this.#multiply(part, factors.slice(from, end))
          from = end
        }
        return
      }
      default:
        throw new ConversionError(`"${name}" is made by ${node?.op ?? 'nothing'}, through which no factor passes`)
    }
  }

  /** Divides by the factors where a value is read. */
  #divide(name: string, factors: Factors): void {
    for (const reader of this.#readers.get(name) ?? []) {
      const weights = reader.inputs[1] ?? ''
      switch (reader.op) {
        case 'Conv2D': {
          const columns = this.#constants.get(weights)?.dims[3] ?? 1
          this.#scale(weights, (value, at) => value / factors[Math.floor(at / columns) % factors.length]!)
          break
        }
        case 'DepthwiseConv2dNative':
          this.#scale(weights, (value, at) => value / factors[at % factors.length]!)
          break
        case 'Clip':
        case 'Mean':
        case 'Mul':
          if (reader.op === 'Clip' && !cutsOffNegatives(reader)) throw notPassing(reader, name)
          this.#divide(reader.name, factors)
          break
        default:
          throw notPassing(reader, name)
      }
    }
  }

  #channelsOf(name: string): number {
    const node = this.#nodes.get(name)
    const dims = this.#constants.get(node?.inputs[1] ?? '')?.dims
    if (node?.op === 'Conv2D') return dims?.[3] ?? 0
    if (node?.op === 'DepthwiseConv2dNative') return dims?.[2] ?? 0
    return this.#channelsOf(node?.inputs[0] ?? '')
  }

  #scale(name: string, change: (value: number, at: number) => number): void {
    const constant = this.#constants.get(name)
    if (!constant) throw new ConversionError(`"${name}" must be a constant`)
    this.#constants.set(name, { dims: constant.dims, values: Float32Array.from(constant.values, change) })
  }
}

const cutsOffNegatives = ({ attributes: { low, high } }: Node): boolean => low === 0 && high === Infinity

const notPassing = (reader: Node, name: string) =>
  new ConversionError(`"${reader.name}" reads "${name}" by ${reader.op}, through which no factor passes`)
