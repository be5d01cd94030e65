import { ConversionError, type Graph, type Node } from '../graph.ts'

const fusedKinds: Record<string, string> = {
  _FusedConv2D: 'Conv2D',
  FusedDepthwiseConv2dNative: 'DepthwiseConv2dNative',
  _FusedMatMul: 'MatMul',
}
const activations = new Set(['Relu', 'Relu6', 'Sigmoid', 'Elu'])
/** Fused operations that have their own operand. */
const withOperand = new Set(['BiasAdd', 'Prelu'])

/** Splits fused operations: product, bias, activation. */
export function expandFused(graph: Graph): Graph {
  return { ...graph, nodes: graph.nodes.flatMap(expand) }
}

function expand(node: Node): Node[] {
  const op = fusedKinds[node.op]
  if (!op) return [node]
  const steps = node.attributes.fused_ops as readonly string[]
  const [data = '', weights = '', ...rest] = node.inputs
  const nameOf = (step: number) => (step === steps.length - 1 ? node.name : `${node.name}/fused${step}`)
  const nodes: Node[] = [{ name: nameOf(-1), op, inputs: [data, weights], attributes: node.attributes }]
  for (const [step, kind] of steps.entries()) {
    const inputs = [nameOf(step - 1)]
    if (withOperand.has(kind)) inputs.push(rest.shift() ?? '')
    else if (!activations.has(kind))
      throw new ConversionError(`Node "${node.name}": the fused operation ${kind} is not known`)
    nodes.push({ name: nameOf(step), op: kind, inputs, attributes: {} })
  }
  return nodes
}

/** Lets readers of an identity read its input; an identity that is an output stays. */
export function dropIdentities(graph: Graph): Graph {
  const outputs = new Set(graph.outputs)
  const sources = new Map<string, string>()
  for (const { name, op, inputs } of graph.nodes) {
    if (op === 'Identity' && !outputs.has(name)) sources.set(name, sources.get(inputs[0] ?? '') ?? inputs[0] ?? '')
  }
  const nodes = graph.nodes.filter((node) => !sources.has(node.name))
  return {
    ...graph,
    nodes: nodes.map((node) => ({ ...node, inputs: node.inputs.map((input) => sources.get(input) ?? input) })),
  }
}
