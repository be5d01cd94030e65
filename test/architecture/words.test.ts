import { posix, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSources, scriptOf, type Source } from './read-sources.ts'

/** Folders whose names and prose follow GLOSSARY.md. */
const folders = [
  'src-main/analysis',
  'src-main/indexes',
  'src-main/base',
  'src-main/compute',
  'src-main/engines',
  'src-main/service',
  'src-main/shells',
  'src-main/contract',
  'src-renderer',
  'src-main/library',
  'test',
  'build',
]

/** Words of names in lower case, and what GLOSSARY.md says instead. Words next to each other are joined by a hyphen. */
const banned: Readonly<Record<string, string>> = {
  hindrance: 'problem',
  'held-up': 'delayed',
  glance: 'check',
  patience: 'timeout',
  shelf: 'cache',
  'made-of': 'what it contains',
  'rest-of': 'what is left out',
  said: 'what it is: a value, a message',
  told: 'reported, shown or sent',
  untold: 'due or pending',
  facts: 'what they are: stats, columns, info',
  keeper: 'a noun of the field or a verb',
  anew: 'again',
  'so-many': 'count',
}
/** This file names them all. */
const OWN_PATH = 'test/architecture/words.test.ts'

/** Constants of limits begin with MAX_ or MIN_. */
const limit = /^(MOST|FEWEST|LONGEST|LARGEST|LEAST|SHORTEST|SMALLEST)(_|$)/

/** Names declared in a source. Names in snake_case belong to interfaces and tables, which cannot change. */
function declaredNames(text: string): string[] {
  const declared = /\b(?:const|let|function\*?|class|type|readonly|async|static|get)\s+#?([A-Za-z]\w*)/g
  const members = /^ +\*?#?([A-Za-z]\w*)\??(?=[:(,]| \})/gm
  return [...text.matchAll(declared), ...text.matchAll(members)]
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('_') || name === name.toUpperCase())
}

/** A line for each name in a source that GLOSSARY.md bans. */
function findBanned(source: Source): string[] {
  const { path } = source
  const names = [posix.basename(path).replace(/\..*/, ''), ...declaredNames(scriptOf(source))]
  return [...new Set(names)].flatMap((name) => {
    if (limit.test(name)) return [`${path}: ${name} begins with MAX_ or MIN_`]
    const words = name
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .replaceAll('_', '-')
      .toLowerCase()
    return Object.entries(banned)
      .filter(([word]) => `-${words}-`.includes(`-${word}-`))
      .map(([word, instead]) => `${path}: ${name}: instead of "${word}" say ${instead}`)
  })
}

test('names use no word that GLOSSARY.md bans', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), folders)
  // Names there are keys of sentences, which translations and stored rows share.
  const named = sources.filter(({ path }) => !path.startsWith('src-main/contract/sentences/') && path !== OWN_PATH)
  expect(named.flatMap(findBanned)).toEqual([])
})

/** Parameters and fields that are called most or least. */
const limitOfNumber = /\b(?:most|least)(?:[A-Z]\w*)?\??: number\b/g

test('limits are called max and min', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), ['src-main', 'src-renderer'])
  const found = sources.flatMap((source) =>
    (scriptOf(source).match(limitOfNumber) ?? []).map((name) => `${source.path}: ${name}`),
  )
  expect(found).toEqual([])
})

/** Words of comments, titles and texts without an ordinary use here, and GLOSSARY.md's replacement. */
const bannedInProse: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bhindrances?\b/i, 'problem or reason'],
  [/\bheld up\b/i, 'delayed or waiting'],
  [/\bglances?\b/i, 'check'],
  [/\bpatience\b/i, 'timeout'],
  [/\banew\b/i, 'again'],
  [/\bso (many|often)\b(?! (that|of))/i, 'the number, by name, or "this many"'],
  [/\bstands? for\b/i, 'represents'],
  [/\b(made|rest)-of\b/i, 'what it contains, or what is left out'],
]

/** A line for each word in a source that GLOSSARY.md bans from prose. SQL is left out, since it is stored. */
function findBannedProse({ path, text }: Source): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      bannedInProse
        .filter(([word]) => !line.includes(' -- ') && word.test(line))
        .map(([word, instead]) => `${path}:${index + 1}: instead of "${word.exec(line)?.[0]}" say ${instead}`),
    )
}

test('comments, titles and texts use no word that GLOSSARY.md bans and that has no other meaning', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), folders)
  // Migrations stay unchanged.
  const prose = sources.filter(({ path }) => !path.includes('/migrations/') && path !== OWN_PATH)
  expect(prose.flatMap(findBannedProse)).toEqual([])
})

test('a banned word is found in comments, titles and texts, and not as ordinary English', () => {
  const text = [
    '/** So many tries are made anew. */',
    "test('a photo stands for its stack, and is held up', () => {})",
    '// There are so many that nobody can count them, in so many of them, and a standard form of it.',
    'CREATE TABLE due_faces ( -- faces to be grouped anew',
  ].join('\n')
  const lines = findBannedProse({ path: 'x.ts', text }).map((line) => line.split(':')[1])
  expect(lines).toEqual(['1', '1', '2', '2'])
})

test('a banned word is found in constants, members, parameters and names of files', () => {
  const text = [
    'const MOST_TRIES = 3',
    'export class IndexKeeper {',
    '  #heldUpSince = 0',
    '  lastTold(): void {}',
    '  is_told: boolean',
    '  *#anew(): Slices<Bits> {}',
    '}',
  ].join('\n')
  expect(findBanned({ path: 'src-main/made-of.ts', text }).map((line) => line.split(':')[1]?.trim())).toEqual([
    'made-of',
    'MOST_TRIES begins with MAX_ or MIN_',
    'IndexKeeper',
    'lastTold',
    'anew',
  ])
  expect(declaredNames('  readonly #heldUpSince = 0')).toEqual(['heldUpSince'])
  expect(declaredNames('  // said of a photo\n  * told, once')).toEqual([])
})

/** Folders and files whose errors go to programs and the command line, which are English. */
const toPrograms = [
  'src-main/service/',
  'src-main/shells/cli/',
  'src-main/analysis/operations/',
  'src-main/analysis/classifiers/feedback-controller.ts',
  'src-main/compute/port-questions.ts',
  'src-main/contract/analysis/',
  'src-main/indexes/named/',
]

/** `TextError` and its subclasses, whose text is shown to people. */
function textErrors(sources: readonly Source[]): Set<string> {
  const extended = sources.flatMap(({ text }) => [...text.matchAll(/\bclass (\w+) extends (\w+)/g)])
  const found = new Set(['TextError'])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const [, name = '', base = ''] of extended) if (found.has(base)) found.add(name)
  }
  return found
}

/** A line for each text of an error written in English where it is thrown. */
function findEnglish(source: Source, errors: ReadonlySet<string>): string[] {
  if (!new RegExp(`\\bnew (?:${[...errors].join('|')})\\(|\\b(?:foreign|super)\\(`).test(source.text)) return []
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const found: string[] = []
  const english = (node: ts.Expression): boolean => {
    if (ts.isTemplateExpression(node)) return true
    // Codes are single words.
    if (ts.isStringLiteralLike(node)) return /[^\w-]/.test(node.text)
    if (ts.isParenthesizedExpression(node)) return english(node.expression)
    if (ts.isConditionalExpression(node)) return english(node.whenTrue) || english(node.whenFalse)
    if (ts.isBinaryExpression(node)) return english(node.left) || english(node.right)
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined
    return constant !== undefined && !ts.isIdentifier(constant) && english(constant)
  }
  const isText = (node: ts.NewExpression | ts.CallExpression): boolean => {
    if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) && errors.has(node.expression.text)
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword) return errors.has(classOf(node))
    return ts.isIdentifier(node.expression) && node.expression.text === 'foreign'
  }
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isText(node) && node.arguments?.some(english))
      found.push(`${source.path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    node.forEachChild(visit)
  }
  visit(file)
  return found.map((place) => `${place} writes English: give the sentence a key in contract/sentences and use say()`)
}

/** The class whose constructor contains a node; '' for none. */
function classOf(node: ts.Node): string {
  let parent = node.parent
  while (parent && !ts.isClassLike(parent)) parent = parent.parent
  return parent?.name?.text ?? ''
}

test('errors that people read have texts with keys, which each language writes', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), ['src-main'])
  const errors = textErrors(sources)
  expect([...errors]).toEqual(expect.arrayContaining(['AppError', 'DecodeFailure', 'NoPicture', 'RemoteError']))
  const shown = sources.filter(({ path }) => !toPrograms.some((place) => path.startsWith(place)))
  expect(shown.flatMap((source) => findEnglish(source, errors))).toEqual([])
})

test('English is found in errors, their subclasses and constants, and codes and keys are not', () => {
  const text = [
    "throw new AppError('bad-params', say('errors.noTrash'))",
    "throw new AppError('internal', messageOf(error), { cause: new Error('It is broken.') })",
    "throw new RangeError('A count is a whole number.')",
    "throw new AppError('bad-params', isLate ? 'It is late.' : say('errors.noTrash'))",
    'throw new AppError(code, `${path} is gone.`)',
    "const reason = 'It is ' + 'broken.'",
    'throw new Late(reason)',
    "class Late extends TextError { constructor() { super('It is late.') } }",
    "const parts = ['', word].map(foreign), said = [foreign(''), foreign(`The ${name} is gone.`)]",
  ].join('\n')
  const source = { path: 'src-main/x.ts', text }
  const lines = findEnglish(source, new Set([...textErrors([source]), 'AppError'])).map((line) => line.split(/[: ]/)[1])
  expect(lines).toEqual(['4', '5', '7', '8', '9'])
})

/** Folders whose texts people read, apart from errors. */
const toPeople = ['src-main/library/', 'src-main/analysis/', 'src-main/engines/']
/** Names of values that people read. */
const shownNames = new Set(['message', 'advice', 'reason', 'problem', 'warning', 'note', 'done'])

/** Most files have neither a sentence nor such a value, and need no parsing. */
const MAY_WRITE = new RegExp(`[a-z}][.!?]['"\`]|\\b(?:${[...shownNames].join('|')})(?::| =)[^;\\n]*\\n?[^;\\n]*['"\`]`)

/** A line for each sentence, and each value that people read, that is written in English instead of a text. */
function findSentences({ path, text }: Source): string[] {
  if (!MAY_WRITE.test(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node, name: string): void => {
    if (isForPrograms(node)) return
    const literal = textOfLiteral(node)
    const words = literal.match(/(?<![\w@./-])[A-Za-z][a-z’']+(?=[ ,:;.)])|(?<= )[a-z]+$/g)?.length ?? 0
    if ((words > 2 && /[a-z}][.!?]$/.test(literal)) || (words > 1 && shownNames.has(name)))
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    const named = (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name)
    const inner = named ? node.name.text : ts.isObjectLiteralExpression(node) ? '' : name
    node.forEachChild((child) => visit(child, inner))
  }
  visit(file, '')
  return found.map((place) => `${place} writes English: give the sentence a key in contract/sentences and use say()`)
}

/** Errors of programs, the log, and zod's reports to callers of an interface. */
const isForPrograms = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  (ts.isNewExpression(node) && node.expression.getText().endsWith('Error')) ||
  (ts.isCallExpression(node) && /(?:\b[lL]og\)?\??\.\w+|\.(?:describe|addIssue))$/.test(node.expression.getText()))

/** The letters of a literal, with `{}` for values; '' for any other node. */
function textOfLiteral(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return ''
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

test('findings and actions of the library are texts with keys, in warnings and reports as in errors', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), ['src-main'])
  // Migrations recognise the sentences of former versions.
  const shown = sources.filter(
    ({ path }) =>
      !path.includes('/migrations/old-sentences/') &&
      toPeople.some((place) => path.startsWith(place)) &&
      !toPrograms.some((place) => path.startsWith(place)),
  )
  expect(shown.length).toBeGreaterThan(500)
  expect(shown.flatMap(findSentences)).toEqual([])
})

test('English is found in warnings, reports and fields, and not in the log, in errors of programs or in names', () => {
  const text = [
    'warnings.push(`The step "${name}" failed and is tried again.`)',
    "const fault = { message: 'rows are damaged', advice: say('doctor.mend') }",
    'return `${count} rows of ${table} were removed.`',
    "log.warn('The catalogue is old.', { message: 'it was old' })",
    "throw new RangeError('A count is a whole number.')",
    "const path = 'library/search/search.ts', camera = 'olympus digital camera'",
    "const reason = isLate ? 'it is late' : say('errors.noTrash')",
    'db.prepare("SELECT id FROM photos p WHERE p.id = 1.")',
  ].join('\n')
  const lines = findSentences({ path: 'src-main/library/x.ts', text }).map((line) => line.split(/[: ]/)[1])
  expect(lines).toEqual(['1', '2', '3', '7'])
})
