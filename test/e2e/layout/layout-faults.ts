import { join } from 'node:path'
import type { Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import type { findCutRings, findFaults } from './find-faults.ts'
import { untilStill } from './until-still.ts'

/** The window's sizes in CSS pixels: the smallest intended one, a usual one, and a very large one. */
export const windowSizes = {
  small: { width: 900, height: 700 },
  usual: { width: 1440, height: 900 },
  large: { width: 2560, height: 1440 },
} as const

type Finder = { layout: { findFaults: typeof findFaults; findCutRings: typeof findCutRings } }

/** Finds layout faults of a page, in a browser. */
export class LayoutFinder {
  readonly #source: string

  private constructor(source: string) {
    this.#source = source
  }

  static #made: Promise<LayoutFinder> | null = null

  /** Bundles this folder's modules into one script, once for all files of a process. */
  static make(): Promise<LayoutFinder> {
    return (LayoutFinder.#made ??= LayoutFinder.#build())
  }

  static async #build(): Promise<LayoutFinder> {
    const lib = { entry: join(import.meta.dirname, 'find-faults.ts'), formats: ['iife' as const], name: 'layout' }
    const options = { configFile: false, logLevel: 'silent', build: { write: false, minify: false, lib } } as const
    const [made] = [await build(options)].flat() as Rolldown.RolldownOutput[]
    return new LayoutFinder(made!.output[0].code.replace(/^var layout/m, 'globalThis.layout'))
  }

  /** The faults of the usable part of a page, once it is drawn and nothing in it moves. */
  async faults(page: Page): Promise<string[]> {
    await this.#load(page)
    return page.evaluate(() => (globalThis as unknown as Finder).layout.findFaults())
  }

  /** The focus rings of that part that are cut off. A control that has had the focus may be closed by it. */
  async cutRings(page: Page): Promise<string[]> {
    await this.#load(page)
    return page.evaluate(() => (globalThis as unknown as Finder).layout.findCutRings())
  }

  async #load(page: Page): Promise<void> {
    if (await page.evaluate(() => !('layout' in globalThis))) await page.evaluate(this.#source)
    await untilStill(page)
  }
}
