import axe from 'axe-core'
import type { Page } from 'playwright'
import { untilStill } from './layout/until-still.ts'

/** The name of a theme in the window. */
type ThemeName = 'dark' | 'light'

/**
 * Names that do not contain their visible text, which a person who speaks to the program would say. A photo of a list
 * is left out: its name begins with that of the file, and puts its badges and dates in words.
 */
const WRITTEN = { id: 'label-content-name-mismatch', enabled: true, selector: ':not([role=gridcell], [data-photo])' }

/** A rule of WCAG 2.2 that axe skips by default: a click target has 24 by 24 pixels, or space around it. */
const TARGETS = { id: 'target-size', enabled: true }

/**
 * Finds faults on the screen in a theme, as `rule: element: why`. Only the rules of colours depend on the theme:
 * `isWhole` is false if the others ran before. If a menu is open, only the menu is checked: everything else is out of
 * reach until it closes, and hidden from screen readers.
 */
export async function axeFindings(page: Page, theme: ThemeName, isWhole: boolean): Promise<string[]> {
  await showTheme(page, theme)
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([rules, whole]) => {
      const { configure, run } = (globalThis as unknown as { axe: typeof axe }).axe
      configure({ rules: [...rules] })
      const part = document.querySelector('[role=menu]') ? '[role=menu]' : 'html'
      const options = { resultTypes: ['violations' as const], preload: false }
      return (await run(part, whole ? options : { ...options, runOnly: ['color-contrast'] })).violations
    },
    [[WRITTEN, TARGETS], isWhole] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')}: ${any[0]?.message ?? ''}`),
  )
}

/** Resolves once the window is drawn in a theme and nothing in it moves. */
export async function showTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
  await untilStill(page)
}
