import { expect, test } from 'vitest'
import { parse } from 'vue/compiler-sfc'

const root = '../../../src-renderer/'
const files = import.meta.glob<string>('../../../src-renderer/**/*.{vue,ts}', {
  eager: true,
  query: '?raw',
  import: 'default',
})
/** Names, units and literal input. */
const asTheyAre = [
  'Lumafold',
  'Natural Earth · GeoNames',
  'npx lumafold allow',
  'lumafold models install --from DIR',
  'shows:"child blowing out candles"',
  'Esc',
  'F9',
  'px',
  'https://',
  'https://api.example.com',
  '{date}_{counter}',
  'Lightroom Classic',
  'digiKam',
]
const attributes = [
  'title',
  'label',
  'aria-label',
  'aria-description',
  'description',
  'aria-roledescription',
  'placeholder',
  'alt',
  'note',
  'detail',
  'action',
  'cancel',
  'confirm',
  'unit',
  'hint',
  'text',
]

type Found = { type: number; content?: unknown; props?: Attribute[]; children?: Found[]; branches?: Found[] }
type Attribute = { type: number; name: string; value?: { content: string } }
const TEXT = 2
const PLAIN_ATTRIBUTE = 6

function literalsOf(node: Found): string[] {
  const own =
    node.type === TEXT
      ? [String(node.content).trim()]
      : (node.props ?? []).flatMap(({ type, name, value }) =>
          type === PLAIN_ATTRIBUTE && attributes.includes(name) && value ? [value.content] : [],
        )
  return [...own, ...(node.children ?? []).flatMap(literalsOf), ...(node.branches ?? []).flatMap(literalsOf)]
}

const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !asTheyAre.includes(text)

/** Files whose texts have to be messages, by their paths in `src-renderer`. */
const sources = Object.entries(files).map(([path, source]) => ({ path: path.slice(root.length), source }))

test('no template contains literal text: each comes from the messages', () => {
  const components = sources.filter(({ path }) => path.endsWith('.vue'))
  const found = components.flatMap(({ path, source }) => {
    const ast = parse(source).descriptor.template?.ast as Found | undefined
    return ast === undefined
      ? []
      : literalsOf(ast)
          .filter(isText)
          .map((text) => `${path}: ${text}`)
  })
  expect(components.length).toBeGreaterThan(120)
  expect(found).toEqual([])
})

test('notices are in the window’s language', () => {
  const found = sources.filter(({ source }) => /toasts\.(?:say|attempt)\(\s*['`]/.test(source))
  expect(found.map(({ path }) => path)).toEqual([])
})

// A text without a locale follows the system's, which may differ from the window's.
test('numbers and dates use the locale of the window', () => {
  const unsaid = Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/\.toLocale(?:Date|Time)?String\((?!')|new Intl\.\w+\(\s*(?:\)|undefined)/g)].map(
      ({ 0: call }) => `${path.slice(root.length)}: ${call}`,
    ),
  )
  expect(unsaid).toEqual([])
})
