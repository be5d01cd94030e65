import ts from 'typescript'
import { expect, test } from 'vitest'
import { repositoryDir } from '../fixtures/folders.ts'
import { readSources, type Source } from './read-sources.ts'

/** A Playwright locator's readings of a page at one moment. */
const READINGS: ReadonlySet<string> = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
])

/** Where a file has `expect(await locator.reading())`, as `path:line`. */
function findReadings({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isExpectation(node) && isReading(node.arguments[0]))
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function isExpectation(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect'
}

function isReading(argument: ts.Expression | undefined): boolean {
  if (!argument || !ts.isAwaitExpression(argument)) return false
  const call = argument.expression
  return (
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    READINGS.has(call.expression.name.text)
  )
}

// The window answers at once and learns of changes a moment later, which takes long on a loaded machine.
test('readings of a page are polled by expect.poll, and never read only once', () => {
  expect(readSources(repositoryDir, ['test/e2e']).flatMap(findReadings)).toEqual([])
})

test('a reading within an expectation is found, and a polled one is not', () => {
  const text =
    "expect(await page.locator('li').count()).toBe(2)\nawait expect.poll(() => page.locator('li').count()).toBe(2)"
  expect(findReadings({ path: 'list.test.ts', text })).toEqual(['list.test.ts:1'])
})
