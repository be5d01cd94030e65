import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ciede2000, MAX_LIGHTNESS_WEIGHT } from './ciede2000.ts'
import { fromHtmlCode, rgbToLab, type Lab } from './lab.ts'

const PaletteFile = z.object({
  /** Base colours with their named shades: parent, then name, then sRGB code. */
  colors: z.record(z.string().min(1), z.record(z.string().min(1), z.string().regex(/^#[0-9a-f]{6}$/))),
})

/** A named colour; `parent` is its base colour. */
export type PaletteColor = { name: string; parent: string; html: string; lab: Lab }
export type Palette = readonly PaletteColor[]

/** Reads the bundled palette. Throws if the file is missing or malformed. */
export function loadPalette(resourcesDir: string): Palette {
  const file = path.join(resourcesDir, 'palettes', 'lumafold-250.json')
  const { colors } = PaletteFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(colors).flatMap(([parent, shades]) =>
    Object.entries(shades).map(([name, html]) => ({ name, parent, html, lab: rgbToLab(...fromHtmlCode(html)) })),
  )
}

/** The palette colour nearest by CIEDE2000, and its distance. */
export function nearestColor(palette: Palette, lab: Lab): { color: PaletteColor; distance: number } {
  let color = palette[0]!
  let distance = Infinity
  for (const candidate of palette) {
    if (Math.abs(lab[0] - candidate.lab[0]) > distance * MAX_LIGHTNESS_WEIGHT) continue
    const apart = ciede2000(lab, candidate.lab)
    if (apart < distance) [color, distance] = [candidate, apart]
  }
  return { color, distance }
}
