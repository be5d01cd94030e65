import { expect, test } from 'vitest'
import type { Constant, Graph, Node } from '../../../build/models/graph.ts'
import { joinHardSwishes } from '../../../build/models/simplify/hard-swishes.ts'

const number = (value: number): Constant => ({ dims: [], values: Float32Array.of(value) })
const node = (name: string, op: string, inputs: string[], attributes: Node['attributes'] = {}): Node => ({
  name,
  op,
  inputs,
  attributes,
})
const swish = (scaledFrom: string): Graph => ({
  input: { name: 'picture', dims: [1, 4, 4, 3] },
  constants: new Map([
    ['weights', { dims: [1, 1, 3, 8], values: new Float32Array(24) }],
    ['three', number(3)],
    ['sixth', number(0.1666)],
  ]),
  nodes: [
    node('x', 'Conv2D', ['picture', 'weights']),
    node('other', 'Conv2D', ['picture', 'weights']),
    node('sum', 'Add', ['x', 'three']),
    node('clip', 'Clip', ['sum'], { low: 0, high: 6 }),
    node('scaled', 'Mul', ['sixth', scaledFrom]),
    node('swish', 'Mul', ['scaled', 'clip']),
  ],
  outputs: ['swish'],
})

test('a hard swish keeps its factor, in a separate convolution of each channel', () => {
  const { nodes, constants } = joinHardSwishes(swish('x'))
  const found = new Map(nodes.map((one) => [one.name, one]))
  expect(found.get('swish')).toMatchObject({ op: 'Mul', inputs: ['x', 'clip'] })
  expect(found.get('clip')).toMatchObject({
    inputs: ['clip/scaled'],
    attributes: { low: 0, high: 6 * Math.fround(0.1666) },
  })
  expect(found.get('clip/scaled')).toMatchObject({
    op: 'DepthwiseConv2dNative',
    inputs: ['x', 'clip/scaled/weights', 'clip/scaled/bias'],
  })
  expect(constants.get('clip/scaled/weights')).toEqual({ dims: [1, 1, 8, 1], values: new Float32Array(8).fill(0.1666) })
  expect(constants.get('clip/scaled/bias')!.values[7]).toBeCloseTo(0.4998, 6)
})

test('a product of two different pictures is not a hard swish', () => {
  expect(joinHardSwishes(swish('other')).nodes).toEqual(swish('other').nodes)
})
