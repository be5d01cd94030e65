import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { chromium, type Browser } from 'playwright'
import { exits } from '../../src-main/shells/cli/surroundings/exit-codes.ts'
import { browserProgram, demandBuilt, runBuilt } from './find-programs.ts'

/**
 * Background features of Chromium that nobody sees here. The two pages of its address bar alone, created for each
 * context, take as long as ours. Naming any feature replaces Playwright's own list, so the ones that matter are
 * repeated here.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'PaintHolding',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
]
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
]

/** Contain what all files of a run share: the address of a browser, and a folder with an empty library. */
const BROWSER = 'LUMAFOLD_TEST_BROWSER'
const PAUSED_LIBRARY = 'LUMAFOLD_TEST_PAUSED_LIBRARY'

/** Called by vitest once, before all files. Resolves with the function that ends it. */
export async function setup(): Promise<() => Promise<void>> {
  if (!browserProgram) return () => Promise.resolve() // files that need it say so
  demandBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'e2e-paused-'))
  const [server] = await Promise.all([
    chromium.launchServer({ executablePath: browserProgram, args: ARGUMENTS }),
    makeLibrary(folder),
  ])
  pauseAnalysis(folder)
  process.env[BROWSER] = server.wsEndpoint()
  process.env[PAUSED_LIBRARY] = join(folder, 'library')
  return async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates an empty library, in which a list finds nothing. */
async function makeLibrary(folder: string): Promise<void> {
  await runBuilt(folder, 'list').catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== exits.nothingFound) throw error
  })
}

/** Pauses the analysis of a library that no program has open, as a person does in the window. */
export function pauseAnalysis(dataDir: string): void {
  const database = new Database(join(dataDir, 'library/library.db'))
  database.exec(`INSERT OR REPLACE INTO program_state (key, value) VALUES ('analysis.queue', 'paused')`)
  database.close()
}

/** A browser for opening contexts, which closing it ends: the run's, or a separate one in benchmarks. */
export function openBrowser(): Promise<Browser> {
  const shared = process.env[BROWSER]
  if (shared) return chromium.connect(shared)
  if (!browserProgram) throw new Error('No Chromium was found: install one, or name it in LUMAFOLD_CHROMIUM.')
  return chromium.launch({ executablePath: browserProgram, args: ARGUMENTS })
}

/** An empty library with the analysis paused, for copying. */
export const pausedLibrary = (): string => {
  const folder = process.env[PAUSED_LIBRARY]
  if (!folder) throw new Error('Files of test/e2e run as a project of vitest: "npx vitest run --project e2e FILE".')
  return folder
}
