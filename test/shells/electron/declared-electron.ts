import { inspect } from 'node:util'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ts from 'typescript'

/**
 * Checks calls of the Electron stand-in against Electron's own declarations, so that it accepts nothing that Electron
 * would refuse: unknown options, events and roles, values of other types, missing arguments.
 */

const file = createRequire(import.meta.url).resolve('electron/electron.d.ts')
const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false)

type Declaration = ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration
const declarations = new Map<string, Declaration[]>()
collect(source)

function collect(node: ts.Node): void {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    const name = node.name?.text ?? ''
    declarations.set(name, [...(declarations.get(name) ?? []), node])
  }
  ts.forEachChild(node, collect)
}

/** A stand-in for the type of that name: its declared methods check their arguments. Others are the test's own. */
export function declared<T extends object>(type: string, standIn: T): T {
  if (!declarations.has(type)) throw new Error(`Electron declares no ${type}.`)
  return new Proxy(standIn, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function' || typeof key === 'symbol') return value
      const signatures = membersOf(type).filter((member) => nameOf(member) === key && isCallable(member))
      if (signatures.length === 0) return value
      return (...given: unknown[]): unknown => {
        checkCall(`${type}.${key}`, signatures as ts.SignatureDeclaration[], given)
        return value.apply(receiver, given)
      }
    },
  })
}

/** Throws if Electron's class of that name has no such static method, or if that refuses the arguments. */
export function checkStatic(type: string, name: string, given: readonly unknown[]): void {
  const signatures = membersOf(type).filter((member) => nameOf(member) === name && isCallable(member))
  if (signatures.length === 0) throw new TypeError(`Electron's ${type} has no ${name}.`)
  checkCall(`${type}.${name}`, signatures as ts.SignatureDeclaration[], given)
}

/** Throws if a value, such as a handler's answer, does not match Electron's type of that name. */
export function checkValue(type: string, value: unknown): void {
  const problem = problemOfObject(membersOf(type), value)
  if (problem !== null) throw new TypeError(`Electron's ${type} would refuse this: it ${problem}`)
}

/** Throws if Electron's class of that name cannot be constructed from these arguments. */
export function checkConstruction(type: string, given: readonly unknown[]): void {
  const constructors = membersOf(type).filter(ts.isConstructorDeclaration)
  checkCall(`new ${type}`, constructors, given)
}

// Members
type Member = ts.TypeElement | ts.ClassElement

/** Own and inherited members of interfaces and classes; those of Node are unknown here. */
function membersOf(type: string): Member[] {
  return (declarations.get(type) ?? []).flatMap((one) => {
    if (ts.isTypeAliasDeclaration(one)) return []
    const parents = (one.heritageClauses ?? []).flatMap(({ types }) =>
      types.map(({ expression }) => textOf(expression)),
    )
    return [...one.members, ...parents.flatMap((parent) => (parent === type ? [] : membersOf(parent)))]
  })
}

const nameOf = (member: Member): string =>
  member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) ? member.name.text : ''
const isCallable = (member: Member): boolean =>
  ts.isMethodSignature(member) || ts.isMethodDeclaration(member) || typeOfCallable(member) !== undefined
const typeOfCallable = (member: Member): ts.FunctionTypeNode | undefined =>
  (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) &&
  member.type &&
  ts.isFunctionTypeNode(member.type)
    ? member.type
    : undefined
const textOf = (node: ts.Node): string => node.getText(source).replace(/^.*\./, '').replace(/<.*$/s, '')

// Values
/** Throws unless one of the signatures accepts the arguments. */
function checkCall(what: string, signatures: readonly ts.SignatureDeclaration[], given: readonly unknown[]): void {
  const problems = signatures.map(({ parameters }) => problemOfArguments(parameters, given))
  if (problems.includes(null)) return
  throw new TypeError(`Electron's ${what} would refuse this: ${[...new Set(problems)].join('; or ')}`)
}

function problemOfArguments(parameters: readonly ts.ParameterDeclaration[], given: readonly unknown[]): string | null {
  const isOpen = parameters.at(-1)?.dotDotDotToken !== undefined
  if (!isOpen && given.length > parameters.length) return `it takes ${parameters.length} arguments`
  for (const [index, parameter] of parameters.entries()) {
    if (parameter.dotDotDotToken || !parameter.type) return null
    const value = given[index]
    if (value === undefined && parameter.questionToken) continue
    const problem = problemOf(parameter.type, value)
    if (problem !== null) return `${parameter.name.getText(source)} ${problem}`
  }
  return null
}

const keywords: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.StringKeyword]: 'string',
  [ts.SyntaxKind.NumberKeyword]: 'number',
  [ts.SyntaxKind.BooleanKeyword]: 'boolean',
  [ts.SyntaxKind.UndefinedKeyword]: 'undefined',
  [ts.SyntaxKind.FunctionType]: 'function',
}

/** Why a value does not match a type, or null. Types declared elsewhere, such as Node's, are accepted. */
function problemOf(type: ts.TypeNode, value: unknown): string | null {
  if (ts.isParenthesizedTypeNode(type)) return problemOf(type.type, value)
  if (ts.isUnionTypeNode(type)) {
    const problems = type.types.map((one) => problemOf(one, value))
    if (problems.includes(null)) return null
    return typeof value === 'object' ? problems.join(' or ') : `is ${shown(value)} and not ${type.getText(source)}`
  }
  const keyword = keywords[type.kind]
  if (keyword !== undefined) return typeof value === keyword ? null : `is ${shown(value)} and no ${keyword}`
  if (ts.isLiteralTypeNode(type)) return problemOfLiteral(type, value)
  if (ts.isArrayTypeNode(type)) return problemOfList(type.elementType, value)
  if (ts.isTypeLiteralNode(type)) return problemOfObject([...type.members], value)
  if (ts.isTypeReferenceNode(type)) return problemOfNamed(type, value)
  return null
}

function problemOfLiteral({ literal }: ts.LiteralTypeNode, value: unknown): string | null {
  const wanted = ts.isStringLiteral(literal) ? `'${literal.text}'` : literal.getText(source)
  const isIt = ts.isStringLiteral(literal)
    ? value === literal.text
    : typeof value !== 'string' && String(value) === wanted
  return isIt ? null : `is ${shown(value)} and not ${wanted}`
}

function problemOfList(element: ts.TypeNode, value: unknown): string | null {
  if (!Array.isArray(value)) return `is ${shown(value)} and no list`
  return value.map((one) => problemOf(element, one)).find((problem) => problem !== null) ?? null
}

function problemOfNamed(type: ts.TypeReferenceNode, value: unknown): string | null {
  const name = textOf(type.typeName)
  if (name === 'Array' && type.typeArguments?.[0]) return problemOfList(type.typeArguments[0], value)
  const [declaration] = declarations.get(name) ?? []
  if (declaration === undefined) return null
  if (ts.isTypeAliasDeclaration(declaration)) return problemOf(declaration.type, value)
  const members = membersOf(name)
  // Electron's objects, as opposed to options for it, are stand-ins themselves: instances of some class.
  if (ts.isClassDeclaration(declaration) || members.some((member) => ts.isMethodSignature(member)))
    return isInstance(value) ? null : `is ${shown(value)} and no ${name}`
  return problemOfObject(members, value)
}

function problemOfObject(members: readonly Member[], value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `is ${shown(value)} and no object`
  const properties = new Map(members.filter(ts.isPropertySignature).map((member) => [nameOf(member), member]))
  for (const [name, one] of Object.entries(value)) {
    const member = properties.get(name)
    if (member === undefined) return `has ${name}, which is unknown`
    if (one === undefined && member.questionToken) continue
    const problem = member.type ? problemOf(member.type, one) : null
    if (problem !== null) return `has ${name}, which ${problem}`
  }
  for (const [name, { questionToken }] of properties)
    if (questionToken === undefined && !(name in value)) return `lacks ${name}`
  return null
}

function isInstance(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : typeof value === 'object' ? 'an object' : inspect(value)
}
