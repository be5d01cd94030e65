import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oklch, parse, rgb, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../src-renderer')
const tokens = readFileSync(join(folder, 'styles/tokens.css'), 'utf8')
const block = /:root \{([^}]*)\}/.exec(tokens)![1]!

/** The value of a token in the light and in the dark theme. */
function colorsOf(name: string): readonly [light: string, dark: string] {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(block)![1]!
  const both = /^light-dark\((.+), (.+)\)$/.exec(value)
  return both ? [both[1]!, both[2]!] : [value, value]
}
const isNeutral = (color: string): boolean => {
  const { r, g, b } = rgb(color)!
  return r === g && g === b
}
/** Below this chroma a colour looks grey. */
const GREY_CHROMA = 0.03

const surfaces = ['app', 'panel', 'raised', 'field', 'hover', 'pressed']
const texts = ['text', 'text-2', 'text-3']

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, at) => {
  test.each([...surfaces, ...texts, 'line', 'line-strong', 'stage', 'tile', 'failed'])('%s is neutral', (name) => {
    expect(isNeutral(colorsOf(name)[at])).toBe(true)
  })

  test.each(surfaces.flatMap((surface) => texts.map((text) => [text, surface] as const)))(
    '%s is readable on %s',
    (text, surface) => {
      expect(wcagContrast(colorsOf(text)[at], colorsOf(surface)[at])).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['accent-ink', 'accent'],
    ['accent-ink', 'accent-hover'],
    ['accent-text', 'accent-soft'],
    ['accent-text', 'panel'],
    ['accent-text', 'hover'],
    ['good', 'panel'],
    ['warn', 'panel'],
    ['bad', 'panel'],
    ['bad', 'raised'],
    ['bad', 'hover'],
    ['text', 'bad-soft'],
    ['tooltip-ink-2', 'tooltip'],
  ])('%s is readable on %s', (text, surface) => {
    expect(wcagContrast(colorsOf(text)[at], colorsOf(surface)[at])).toBeGreaterThanOrEqual(4.5)
  })
})

describe('for people who need more contrast', () => {
  const contrast = readFileSync(join(folder, 'styles/contrast.css'), 'utf8')
  const [, ofMore = '', ofForced = ''] = contrast.split(/@media \([^)]*\) \{/)
  const more = (name: string, at: number): string =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(ofMore)![1 + at]!

  test.each(surfaces.flatMap((surface) => [0, 1].map((at) => [surface, at] as const)))(
    'texts have 7:1 and lines 3:1 on %s (theme %i)',
    (surface, at) => {
      const ground = colorsOf(surface)[at]!
      for (const name of texts) expect(wcagContrast(more(name, at), ground), name).toBeGreaterThanOrEqual(7)
      for (const name of ['line', 'line-strong', 'tile-edge'])
        expect(wcagContrast(more(name, at), ground), name).toBeGreaterThanOrEqual(3)
    },
  )

  test('every state that components show by a background has a frame if backgrounds are off', () => {
    const states = globSync('**/*.{css,vue}', { cwd: folder })
      .filter((file) => !file.endsWith('contrast.css'))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(stateSelector) ?? [])
    expect(new Set(states).size).toBeGreaterThan(3)
    expect([...new Set(states)].filter((state) => !ofForced.includes(state.replaceAll('"', "'")))).toEqual([])
  })
})
/** How styles select a state that is on. */
const stateSelector =
  /\[(?:aria-(?:selected|pressed|checked)='true'|data-state='(?:on|active|checked)'|data-highlighted)\]/g

test('each stage is neutral, and text on the grey one is readable', () => {
  const stages = [...tokens.matchAll(/--stage: (#\w+);/g)].map(([, color]) => color!)
  expect(stages).toHaveLength(4)
  expect(stages.filter((color) => !isNeutral(color))).toEqual([])
  expect(wcagContrast('#ffffff', stages[2]!)).toBeGreaterThanOrEqual(4.5)
})

test('no grey of the window has a tint', () => {
  const tinted = globSync('**/*.{css,vue}', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/#[\da-f]{3,8}\b|rgb\([^)]*\)/gi)].flatMap(([color]) => {
      const parsed = parse(color)
      if (!parsed || isNeutral(color)) return []
      return (oklch(parsed)?.c ?? 0) < GREY_CHROMA ? [`${file}: ${color}`] : []
    }),
  )
  expect(tinted).toEqual([])
})
