import { expect, test } from 'vitest'
import { fitPanels, panelWidths } from '../../../src-renderer/navigation/use-side-panels.ts'

const usual = { sidebar: 248, filters: 280, inspector: 308 }
const all = { sidebar: true, filters: true, inspector: true }
const sum = (widths: typeof usual): number => widths.sidebar + widths.filters + widths.inspector

test('all panels together leave the photos half of a window of 1440 pixels, and stay usable', () => {
  const fitted = fitPanels(usual, all, 720)
  expect(sum(fitted)).toBeLessThanOrEqual(720)
  expect(sum(fitted)).toBeGreaterThan(715)
  for (const panel of ['sidebar', 'filters', 'inspector'] as const)
    expect(fitted[panel]).toBeGreaterThanOrEqual(panelWidths[panel].min)
})

test("panels that leave the photos half of the window have the person's width", () => {
  expect(fitPanels(usual, { ...all, filters: false }, 720)).toEqual(usual)
  expect(fitPanels(usual, all, 1280)).toEqual(usual)
  expect(fitPanels({ ...usual, inspector: 560 }, { ...all, filters: false }, 720).inspector).toBeLessThan(560)
})
