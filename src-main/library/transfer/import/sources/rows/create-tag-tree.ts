import { nameOf } from '../../../../metadata/plan/keyword-names.ts'

/** A keyword of another program and its parent. */
export type TagNode = { id: number; parentId: number | null; name: string | null }

/** Deeper than this, parents form a circle. */
const MAX_LEVELS = 100

/** The names of tags with all their levels. A node without a name, such as the root of all, is no level. */
export function createTagTree(nodes: Iterable<TagNode>): {
  levelsOf(id: number): string[]
  nameOf(id: number): string
} {
  const byId = new Map<number, TagNode>()
  for (const node of nodes) byId.set(node.id, node)
  const levelsOf = (id: number): string[] => {
    const levels: string[] = []
    let node = byId.get(id)
    for (let depth = 0; node !== undefined && depth < MAX_LEVELS; depth++) {
      const name = node.name?.trim() ?? ''
      if (name !== '') levels.unshift(name)
      node = node.parentId === null ? undefined : byId.get(node.parentId)
    }
    return levels
  }
  return { levelsOf, nameOf: (id) => nameOf(levelsOf(id)) }
}

/** Without tags that are a level of another one: each level finds a photo. */
export function withoutParents(tags: readonly string[]): string[] {
  const unique = [...new Set(tags)].filter((tag) => tag !== '')
  const parents = new Set(unique.flatMap((tag) => [...tag.matchAll(/\//g)].map(({ index }) => tag.slice(0, index))))
  return unique.filter((tag) => !parents.has(tag))
}
