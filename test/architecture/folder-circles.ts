import { posix } from 'node:path'
import { listImports, type Source } from './read-sources.ts'

/** Folders that import one another in a circle, and the imports behind it. */
export type FolderCircle = { folders: string[]; imports: string[] }

type Import = { from: string; to: string }
type Graph = Map<string, Set<string>>

/**
 * Finds circles between folders: strongly connected components (Tarjan, 1972) of the graph in which each folder points
 * to the folders its own files import from, imports of types included. A folder and its parent are two folders.
 */
export function findFolderCircles(sources: readonly Source[]): FolderCircle[] {
  const imports = sources.flatMap((source) => importsOf(source, new Set(sources.map(({ path }) => path))))
  const graph = graphOf(imports)
  return components(graph)
    .filter((folders) => folders.length > 1)
    .map((folders) => ({ folders: folders.toSorted(), imports: tiesWithin(new Set(folders), imports) }))
}

function importsOf(source: Source, known: ReadonlySet<string>): Import[] {
  return listImports(source)
    .filter((to) => known.has(to))
    .map((to) => ({ from: source.path, to }))
}

function graphOf(imports: readonly Import[]): Graph {
  const graph: Graph = new Map()
  for (const { from, to } of imports) {
    const [a, b] = [posix.dirname(from), posix.dirname(to)]
    if (a !== b) graph.set(a, (graph.get(a) ?? new Set()).add(b))
  }
  return graph
}

function tiesWithin(folders: ReadonlySet<string>, imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => posix.dirname(from) !== posix.dirname(to))
    .filter(({ from, to }) => folders.has(posix.dirname(from)) && folders.has(posix.dirname(to)))
    .map(({ from, to }) => `${from} -> ${to}`)
}

function components(graph: Graph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (folder: string): void => {
    order.set(folder, order.size)
    lowest.set(folder, order.get(folder)!)
    stack.push(folder)
    for (const next of graph.get(folder) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(folder, Math.min(lowest.get(folder)!, lowest.get(next)!))
    }
    if (lowest.get(folder) === order.get(folder)) found.push(stack.splice(stack.indexOf(folder)))
  }
  for (const folder of graph.keys()) if (!order.has(folder)) visit(folder)
  return found
}
