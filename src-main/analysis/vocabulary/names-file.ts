import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Language } from '../../contract/analysis/language.ts'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/** The names of one language as stored in `resources/vocabulary/names/<code>.json`: concept id to name. */
export const NamesFile = z.strictObject({
  version: z.literal(1),
  language: z.string(),
  names: z.custom<Readonly<Record<string, string>>>(isTexts),
})
export type NamesFile = z.infer<typeof NamesFile>

/** Reads and checks one language's names; throws `file-unreadable` if they are missing or damaged. */
export function readNames(resourcesDir: string, language: Language): ReadonlyMap<string, string> {
  const file = join(resourcesDir, 'vocabulary', 'names', `${language}.json`)
  try {
    return new Map(Object.entries(NamesFile.parse(JSON.parse(readFileSync(file, 'utf8'))).names))
  } catch (cause) {
    throw new AppError('file-unreadable', say('analysis.programFile', { path: file }), { cause })
  }
}

/** 70,000 names in all: a schema for each would take three times as long as reading them. */
function isTexts(names: unknown): boolean {
  return typeof names === 'object' && names !== null && Object.values(names).every(isText)
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
