/**
 * A search as a tree. The terms of a search, and the nodes of `all`, must all hold; of `any` one must. A word is found
 * at the beginning of words, a phrase as whole words in this order.
 */
export type SearchNode = WordNode | PhraseNode | FieldNode | NotNode | GroupNode

/** One word, without white space in it. */
export type WordNode = { readonly type: 'word'; readonly text: string }
export type PhraseNode = { readonly type: 'phrase'; readonly text: string }
export type NotNode = { readonly type: 'not'; readonly node: SearchNode }
/** Two nodes or more. */
export type GroupNode = AllNode | AnyNode
export type AllNode = { readonly type: 'all'; readonly nodes: readonly SearchNode[] }
export type AnyNode = { readonly type: 'any'; readonly nodes: readonly SearchNode[] }

/** How a field is compared: `:` as the field sees fit (a text that begins so), `=` with nothing but this. */
export type Comparison = ':' | '=' | '<' | '<=' | '>' | '>='

/** A field with the values of which any one may hold, as they were written; `['']` while none is written. */
export type FieldNode = {
  readonly type: 'field'
  /** The name of a field, never one of its other names. */
  readonly field: string
  readonly comparison: Comparison
  readonly values: readonly string[]
}

/** A part of a text, in UTF-16 units: from the first to before the last. */
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

/** A node that holds no others. */
export type LeafNode = WordNode | PhraseNode | FieldNode

/** The words, phrases and fields of some nodes, from left to right. */
export function leavesOf(nodes: readonly SearchNode[]): LeafNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'not') return leavesOf([node.node])
    if (node.type === 'all' || node.type === 'any') return leavesOf(node.nodes)
    return [node]
  })
}
