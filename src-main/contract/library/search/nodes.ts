/**
 * A search as a tree. The terms of a search and the nodes of `all` must all match; one node of `any` must match. A word
 * matches the beginning of words, a phrase matches whole words in this order.
 */
export type SearchNode = WordNode | PhraseNode | FieldNode | NotNode | GroupNode

/** One word without white space. */
export type WordNode = { readonly type: 'word'; readonly text: string }
export type PhraseNode = { readonly type: 'phrase'; readonly text: string }
export type NotNode = { readonly type: 'not'; readonly node: SearchNode }
/** A group of at least two nodes. */
export type GroupNode = AllNode | AnyNode
export type AllNode = { readonly type: 'all'; readonly nodes: readonly SearchNode[] }
export type AnyNode = { readonly type: 'any'; readonly nodes: readonly SearchNode[] }

/** How a field is compared: `:` is up to the field (for text: begins with), `=` matches only this value. */
export type Comparison = ':' | '=' | '<' | '<=' | '>' | '>='

/** A field with its values as written, any one of which may match; `['']` if none is written yet. */
export type FieldNode = {
  readonly type: 'field'
  /** The name of a field, never an alias. */
  readonly field: string
  readonly comparison: Comparison
  readonly values: readonly string[]
}

/** A part of a text in UTF-16 units; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number }

export const word = (text: string): WordNode => ({ type: 'word', text })
export const phrase = (text: string): PhraseNode => ({ type: 'phrase', text })
export const not = (node: SearchNode): NotNode => ({ type: 'not', node })
export const field = (name: string, values: readonly string[], comparison: Comparison = ':'): FieldNode => ({
  type: 'field',
  field: name,
  comparison,
  values,
})

/** A node without others in it. */
export type LeafNode = WordNode | PhraseNode | FieldNode

/** The words, phrases and fields of some nodes, from left to right. */
export function leavesOf(nodes: readonly SearchNode[]): LeafNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'not') return leavesOf([node.node])
    if (node.type === 'all' || node.type === 'any') return leavesOf(node.nodes)
    return [node]
  })
}
