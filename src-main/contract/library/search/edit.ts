import { DEFAULT_COLOR_DISTANCE, MAX_COLORS, printColors } from './colors.ts'
import type { FieldNode, SearchNode } from './nodes.ts'
import { leavesOf } from './nodes.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'

/** Whether two nodes mean the same. */
export const isSameNode = (a: SearchNode, b: SearchNode): boolean => print([a]) === print([b])

/** Whether a term concerns only this field, such as `-label:red` or `(iso:100 OR iso:200)`. */
function isAbout(term: SearchNode, fieldName: string): boolean {
  return leavesOf([term]).every((leaf) => leaf.type === 'field' && leaf.field === fieldName)
}

/** Adds a term to a text, unless it is already there. */
export function addTerm(text: string, term: SearchNode): string {
  const { terms } = parse(text)
  return terms.some((each) => isSameNode(each, term)) ? text : print([...terms, term])
}

/** Removes a term from a text. */
export const removeTerm = (text: string, term: SearchNode): string =>
  print(parse(text).terms.filter((each) => !isSameNode(each, term)))

/** Removes `count` terms from a position on. */
export const removeTermsAt = (text: string, place: number, count: number): string =>
  print(parse(text).terms.toSpliced(place, count))

/** The values of a field that a text asks for, if it does so in a single term that is neither negated nor compared. */
export function valuesOf(text: string, fieldName: string): readonly string[] {
  return findTerm(text, fieldName)?.values ?? []
}

/** The first term of a field that is not negated; with `among`, the first with only these values. */
export function findTerm(text: string, fieldName: string, among?: readonly string[]): FieldNode | null {
  const isIt = aboutValues(fieldName, among)
  const found = parse(text).terms.find((term) => term.type === 'field' && isIt(term))
  return found?.type === 'field' ? found : null
}

/** Tests whether a term concerns only this field and, with `among`, only these values of it. */
function aboutValues(fieldName: string, among?: readonly string[]): (term: SearchNode) => boolean {
  return (term) =>
    isAbout(term, fieldName) &&
    leavesOf([term]).every(
      (leaf) => leaf.type === 'field' && leaf.values.every((value) => among?.includes(value) ?? true),
    )
}

/**
 * Sets the one term of a field in a text; null removes all terms of the field. The new term takes the place of the
 * first one. With `among`, terms with other values of the field stay.
 */
export function setField(text: string, fieldName: string, node: FieldNode | null, among?: readonly string[]): string {
  const { terms } = parse(text)
  const isReplaced = aboutValues(fieldName, among)
  const place = terms.findIndex(isReplaced)
  const others = terms.filter((term) => !isReplaced(term))
  const at = place < 0 ? others.length : terms.slice(0, place).filter((term) => !isReplaced(term)).length
  return print(others.toSpliced(at, 0, ...(node === null ? [] : [node])))
}

/** How a value is chosen: compared with `:` by default; `among` are the values that are chosen together. */
export type ValueChoice = { comparison?: FieldNode['comparison'] | undefined; among?: readonly string[] | undefined }

/** Adds a value of a field to a text, or removes it; any one of the field's values may match. */
export function toggleValue(text: string, fieldName: string, value: string, choice: ValueChoice = {}): string {
  const { comparison = ':', among } = choice
  const values = findTerm(text, fieldName, among)?.values ?? []
  const isThere = values.includes(value)
  const next = isThere ? values.filter((each) => each !== value) : [...values, value]
  const node: FieldNode = { type: 'field', field: fieldName, comparison, values: next }
  return setField(text, fieldName, next.length === 0 ? null : node, among)
}

/**
 * The value that finds pictures with the colours of another one: the five largest by percent, each in at least half its
 * share.
 */
export function colorsLike(palette: readonly { html: string; percent: number }[]): string {
  const largest = palette.toSorted((a, b) => b.percent - a.percent).slice(0, MAX_COLORS)
  return printColors(
    largest.map(({ html, percent }) => ({ html, share: Math.max(1, percent / 2), distance: DEFAULT_COLOR_DISTANCE })),
  )
}
