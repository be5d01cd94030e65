import { readersOf, type Graph, type Node } from '../graph.ts'

/**
 * Joins neighbours: if `join` accepts a node and its only reader, the returned node replaces the reader (and must have
 * its name), and the first one is removed. Repeats until nothing more can be joined.
 */
export function joinPairs(graph: Graph, join: (first: Node, second: Node) => Node | null): Graph {
  const outputs = new Set(graph.outputs)
  let nodes = [...graph.nodes]
  for (let isDone = false; !isDone;) {
    isDone = true
    const readers = readersOf({ nodes })
    const gone = new Set<string>()
    const changed = new Map<string, Node>()
    for (const first of nodes) {
      const [second, ...others] = readers.get(first.name) ?? []
      if (!second || others.length || outputs.has(first.name) || changed.has(first.name) || changed.has(second.name))
        continue
      const joined = join(first, second)
      if (!joined) continue
      gone.add(first.name)
      changed.set(second.name, joined)
      isDone = false
    }
    nodes = nodes.filter((node) => !gone.has(node.name)).map((node) => changed.get(node.name) ?? node)
  }
  return { ...graph, nodes }
}
