import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** A source file; `path` is relative to the project, with forward slashes. */
export type Source = { path: string; text: string }

/** Every TypeScript and Vue file below some folders of the project. */
export function readSources(projectDir: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => listFiles(projectDir, folder))
    .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') }))
}

function listFiles(projectDir: string, folder: string): string[] {
  return readdirSync(join(projectDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listFiles(projectDir, path)
    return /\.(ts|mts|mjs|vue)$/.test(entry.name) ? [path] : []
  })
}

/** Everything a file imports in any way: packages by name, files by their path in the project. */
export function listImports(source: Source): string[] {
  const script = scriptOf(source)
  const named = ts.preProcessFile(script, true, true).importedFiles.map((file) => file.fileName)
  const started = [...script.matchAll(/new URL\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*,\s*import\.meta\.url/g)].map(
    (match) => match[1] as string,
  )
  return [...named, ...started].map((name) =>
    name.startsWith('.') ? posix.join(posix.dirname(source.path), name) : name,
  )
}

/** The texts of a file's string and template literals. */
export function listStrings(source: Source): string[] {
  const strings: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.TemplateHead)
      strings.push((node as ts.StringLiteralLike).text)
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(source.path, scriptOf(source), ts.ScriptTarget.Latest, false, ts.ScriptKind.TS))
  return strings
}

/** The code of a file; for a Vue component the content of its script elements. */
export function scriptOf({ path, text }: Source): string {
  if (!path.endsWith('.vue')) return text
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
}
