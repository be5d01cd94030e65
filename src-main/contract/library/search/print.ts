import { findField as findAnyField, type FindField } from './fields.ts'
import type { FieldNode, SearchNode } from './nodes.ts'

/** Writes terms as a text that `parse` reads as the same terms. */
export function print(terms: readonly SearchNode[], findField: FindField = findAnyField): string {
  const [only] = terms
  if (terms.length === 1 && only?.type === 'any') return printAny(only.nodes, findField)
  return terms.map((term) => printOne(term, findField)).join(' ')
}

function printOne(node: SearchNode, findField: FindField): string {
  switch (node.type) {
    case 'word':
      return printWord(node.text, findField)
    case 'phrase':
      return quote(node.text)
    case 'field':
      return printField(node, findField)
    case 'not':
      return node.node.type === 'not' ? `-(${printOne(node.node, findField)})` : `-${printOne(node.node, findField)}`
    case 'all':
      return `(${node.nodes.map((each) => printOne(each, findField)).join(' ')})`
    case 'any':
      return `(${printAny(node.nodes, findField)})`
  }
}

const printAny = (nodes: readonly SearchNode[], findField: FindField) =>
  nodes.map((each) => printOne(each, findField)).join(' OR ')

function printField({ field, comparison, values }: FieldNode, findField: FindField): string {
  const isDate = findField(field)?.kind === 'date'
  const written = values.map((value) => (isBare(value, isDate) ? value : quote(value)))
  return `${field}${comparison}${written.join(',')}`
}

/** A date in words would absorb the words after it (`date:june 2024`), so it is quoted. */
const isBare = (value: string, isDate: boolean) =>
  /^[^\s"(),\\<>=][^\s"(),\\]*$/.test(value) && (!isDate || isNumericDate(value))

/** A date that begins with its year absorbs no words. */
export const isNumericDate = (value: string) => /^\d{4}/.test(value)

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A word that would be read as something else gets a `\`. */
function printWord(text: string, findField: FindField): string {
  const [, name = '', rest = ''] = /^([\p{L}][\p{L}\p{N}-]*)([:<>=].*)$/su.exec(text) ?? []
  const isField = rest !== '' && findField(name) !== undefined
  const plain = (part: string) => part.replace(/[()"\\]/g, '\\$&')
  if (isField) return `${name}\\${plain(rest)}`
  const isOperator = /^(?:OR|AND|NOT)$/.test(text) || text.startsWith('-')
  return isOperator ? `\\${text.charAt(0)}${plain(text.slice(1))}` : plain(text)
}
