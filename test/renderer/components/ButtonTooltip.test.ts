import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp, h, nextTick, ref, type App } from 'vue'
import ButtonTooltip from '../../../src-renderer/components/ButtonTooltip.vue'
import IconButton from '../../../src-renderer/components/IconButton.vue'
import { placeTooltip } from '../../../src-renderer/components/place-tooltip.ts'

/** A pointer rests on a button for this long before its tooltip appears. */
const DELAY_MS = 450
let app: App
const hasExport = ref(true)
beforeEach(() => {
  vi.useFakeTimers()
  hasExport.value = true
  const page = document.createElement('main')
  document.body.replaceChildren(page)
  app = createApp(() => [
    h(IconButton, { label: 'Remove the tag beach', hint: 'Remove' }),
    hasExport.value ? h(IconButton, { label: 'Export', keys: 'Ctrl+E' }) : null,
    h(ButtonTooltip),
  ])
  app.mount(page)
})
afterEach(() => {
  Reflect.deleteProperty(document, 'elementsFromPoint')
  app.unmount()
  vi.useRealTimers()
})

const button = (label: string): HTMLElement => document.querySelector(`[aria-label="${label}"]`)!
const point = (at: Element, pointerType = 'mouse'): void =>
  void at.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
const wait = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
  await nextTick()
}
const shown = (): string[] =>
  [...document.querySelectorAll('[role="tooltip"]')].map((tooltip) => tooltip.textContent.trim())

test('a pointer that rests on an icon button sees its hint, or its label with its keys', async () => {
  point(button('Remove the tag beach'))
  await wait(DELAY_MS - 1)
  expect(shown()).toEqual([])
  await wait(1)
  expect(shown()).toEqual(['Remove'])
  point(button('Export'))
  await nextTick()
  expect(shown(), 'the next one appears at once').toEqual(['ExportCtrl+E'])
  point(document.body)
  await nextTick()
  expect(shown()).toEqual([])
})

test('the shown button is described by the tooltip, and no other', async () => {
  button('Export').focus()
  point(button('Export'))
  await wait(DELAY_MS)
  const described = document.querySelectorAll('[aria-describedby]')
  expect([...described]).toEqual([button('Export')])
  expect(document.getElementById(button('Export').getAttribute('aria-describedby')!)?.getAttribute('role')).toBe(
    'tooltip',
  )
  point(document.body)
  await nextTick()
  expect(document.querySelectorAll('[aria-describedby]')).toHaveLength(0)
})

test('a pointer may move from the button to its tooltip', async () => {
  point(button('Export'))
  await wait(DELAY_MS)
  point(document.querySelector('[role="tooltip"]')!)
  await wait(DELAY_MS)
  expect(shown()).toEqual(['ExportCtrl+E'])
})

test.each([
  ['Export', ['ExportCtrl+E']],
  ['Remove the tag beach', []],
])('a tooltip that the pointer moves over stays, unless it covers another button: %s', async (covered, expected) => {
  point(button('Export'))
  await wait(DELAY_MS)
  const tooltip = document.querySelector('[role="tooltip"]')!
  document.elementsFromPoint = () => [tooltip, button(covered), document.body]
  tooltip.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  await nextTick()
  expect(shown()).toEqual(expected)
})

const press = () => button('Export').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
const escape = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))

test.each([
  ['a press', press],
  ['Escape', escape],
  ['scrolling', () => document.dispatchEvent(new Event('scroll'))],
  ['leaving the button', () => button('Export').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
])('%s hides the tooltip', async (_name, act) => {
  point(button('Export'))
  await wait(DELAY_MS)
  expect(shown()).toEqual(['ExportCtrl+E'])
  act()
  await nextTick()
  expect(shown()).toEqual([])
})

test.each([
  ['a press', press],
  ['Escape', escape],
])('%s keeps a tooltip away that was about to appear', async (_name, act) => {
  point(button('Export'))
  act()
  await wait(DELAY_MS)
  expect(shown()).toEqual([])
})

test('a button that was removed in the meantime has no tooltip, nor has a finger', async () => {
  point(button('Export'))
  hasExport.value = false
  await nextTick()
  await wait(DELAY_MS)
  point(button('Remove the tag beach'), 'touch')
  await wait(DELAY_MS)
  expect(shown()).toEqual([])
})

test('a tooltip is below its button, above it or left of it, always within the window', () => {
  const [tip, window] = [
    { width: 100, height: 20 },
    { width: 1000, height: 700 },
  ]
  const at = (left: number, top: number) => ({ left, top, bottom: top + 30, width: 30, height: 30 })
  expect(placeTooltip(at(500, 100), tip, window)).toEqual({ x: 465, y: 136 })
  expect(placeTooltip(at(500, 100), tip, window, 'top')).toEqual({ x: 465, y: 74 })
  expect(placeTooltip(at(500, 660), tip, window), 'no room below').toEqual({ x: 465, y: 634 })
  expect(placeTooltip(at(500, 0), tip, window, 'top'), 'no room above').toEqual({ x: 465, y: 36 })
  expect(placeTooltip(at(500, 100), tip, window, 'left')).toEqual({ x: 394, y: 105 })
  expect(placeTooltip(at(50, 100), tip, window, 'left'), 'no room before').toEqual({ x: 15, y: 136 })
  expect(placeTooltip(at(0, 100), tip, window).x).toBe(8)
  expect(placeTooltip(at(970, 100), tip, window).x).toBe(892)
})
