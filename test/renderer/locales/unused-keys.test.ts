import { expect, test } from 'vitest'
import { english } from '../../../src-renderer/locales/english.ts'

const files = import.meta.glob<string>('../../../src-renderer/**/*.{vue,ts}', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const code = Object.values(files).join('\n')
/** Texts of the desktop program, which the window sends to it, are read by name. */
const shells = import.meta.glob<string>('../../../src-main/shells/electron/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Keys that are complete in the code: `t('albums.title')`, and those in tables and attributes. */
const whole = new Set([...code.matchAll(/['"`]([a-z]\w*\.[\w.-]+)['"`]/gi)].map(([, key]) => key))
/** Keys that are built from parts, by the text before and after the part: `metadata.field.${field}`. */
const built = [...code.matchAll(/`([a-z]\w*\.[\w.-]*)\$\{[^`]*?\}([\w.-]*)`/gi)].map(
  ([, before = '', behind = '']) => ({ before, behind }),
)
const words = new Set(`${code}\n${Object.values(shells).join('\n')}`.match(/[\w-]+/g))

function isUsed(key: string): boolean {
  if (whole.has(key)) return true
  return built.some(({ before, behind }) => {
    if (!key.startsWith(before) || !key.endsWith(behind)) return false
    // A pattern with only the area would match all of its keys, so the part itself must be in the code.
    return !before.endsWith('.') || before.split('.').length > 2 || words.has(key.slice(before.length))
  })
}

test('each text of the window is used', () => {
  const keys = Object.entries(english).flatMap(([area, texts]) => Object.keys(texts).map((name) => `${area}.${name}`))
  expect(keys.length).toBeGreaterThan(2000)
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})
