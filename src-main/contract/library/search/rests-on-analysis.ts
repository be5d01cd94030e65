import { readChoice } from './check.ts'
import { searchFields } from './fields.ts'
import { leavesOf, type LeafNode, type SearchNode } from './nodes.ts'

/** Fields that only the analysis fills, or the analysis as well as the person. */
const FIELDS = new Set(['tag', 'category', 'person', 'faces', 'eyes', 'color', 'like', 'shows'])
const STATES = new Set(['tagged', 'sensitive', 'named'])

/** Whether photos that wait for analysis may be missing from the results of a search. Words search tags, too. */
export const restsOnAnalysis = (terms: readonly SearchNode[]): boolean => leavesOf(terms).some(leafRestsOnAnalysis)

const isFound = (state: string) => STATES.has(readChoice(searchFields.is, state) ?? '')

function leafRestsOnAnalysis(leaf: LeafNode): boolean {
  if (leaf.type !== 'field') return true
  return FIELDS.has(leaf.field) || (leaf.field === 'is' && leaf.values.some(isFound))
}
