import ts from 'typescript'
import { expect, test } from 'vitest'
import { repositoryDir } from '../fixtures/folders.ts'
import { readSources, scriptOf, type Source } from './read-sources.ts'

/**
 * Files of the window that drop an error of the browser, of something foreign, or one that is reported otherwise, and
 * why nobody misses it. Whatever the library or the program is asked for goes through `useLoads` instead.
 */
const dropped: Readonly<Record<string, string>> = {
  'src-renderer/app/App.vue': 'a part that is loaded ahead is loaded again, and reports itself, when it is opened',
  'src-renderer/app/follow-faults.ts': 'without a connection to the log there is no log',
  'src-renderer/app/use-fresh-parts.ts': 'a server that does not answer has replaced nothing',
  'src-renderer/app/use-presence.ts': 'a browser may refuse to keep the machine awake',
  'src-renderer/client/calls-ahead.ts':
    'whoever needs the answer makes the call again; a full storage costs time alone',
  'src-renderer/client/websocket-connection.ts': 'nobody answers, as the banner says',
  'src-renderer/export/settings/use-export-draft.ts': 'a draft that cannot be read is that of another version',
  'src-renderer/map/MapTiles.vue': 'a tile that is not decoded ahead is drawn a moment later',
  'src-renderer/photo/FilmPlayer.vue': 'the event of the film reports it',
  'src-renderer/pictures/StagePictures.vue': 'a picture ahead reports itself when it is shown',
  'src-renderer/pictures/placeholder-address.ts': 'a placeholder that is none is left out',
  'src-renderer/pictures/use-photo-pixels.ts': 'the view of the photo reports its picture',
  'src-renderer/settings/LicencesDialog.vue': 'the dialog says that there are none',
}

/** Lines of a file that take an error without reading it. */
function findSwallowed(source: Source): number[] {
  const file = ts.createSourceFile(source.path, scriptOf(source), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const lines: number[] = []
  const visit = (node: ts.Node): void => {
    if (dropsError(node)) lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    node.forEachChild(visit)
  }
  visit(file)
  return lines
}

function dropsError(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return node.variableDeclaration === undefined
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { text: method } = node.expression.name
  const handler = method === 'catch' ? node.arguments[0] : method === 'then' ? node.arguments[1] : undefined
  if (method === 'allSettled') return true
  return handler !== undefined && ts.isArrowFunction(handler) && handler.parameters.length === 0
}

const found = readSources(repositoryDir, ['src-renderer'])
  .filter((source) => findSwallowed(source).length > 0)
  .map(({ path }) => path)

test('the window drops no error of the program', () => {
  expect(found.filter((path) => dropped[path] === undefined)).toEqual([])
})

test('no file is excused that drops none', () => {
  expect(Object.keys(dropped).filter((path) => !found.includes(path))).toEqual([])
})

test('an error is dropped by whatever takes it without a name', () => {
  const text = [
    'void load().catch(() => undefined)',
    'const list = await load().catch(() => [])',
    'load().then(show, () => null)',
    'try { show() } catch { hide() }',
    'await Promise.allSettled([load()])',
    'load().catch((error: unknown) => report(error))',
    'load().then(() => show()).finally(() => hide())',
    'try { show() } catch (error) { report(error) }',
  ]
  expect(findSwallowed({ path: 'src-renderer/a.ts', text: text.join('\n') })).toEqual([1, 2, 3, 4, 5])
  expect(findSwallowed({ path: 'src-renderer/A.vue', text: `<script setup>\n${text[0]}\n</script>` })).toHaveLength(1)
})
