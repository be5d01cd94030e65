import ts from 'typescript'
import { scriptOf, type Source } from './read-sources.ts'

/** A function and its number of lines, signature and braces included. */
export type FunctionSize = { path: string; name: string; line: number; lines: number }

/** Every function of a file that has a body of statements: declarations, methods, accessors and function values. */
export function measureFunctions(source: Source): FunctionSize[] {
  const file = ts.createSourceFile(source.path, scriptOf(source), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const sizes: FunctionSize[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
      const last = file.getLineAndCharacterOfPosition(node.end).line
      sizes.push({ path: source.path, name: nameOf(node), line: first + 1, lines: last - first + 1 })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return sizes
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name && 'getText' in node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return '(anonymous)'
}
