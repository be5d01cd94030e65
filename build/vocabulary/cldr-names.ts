import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** The CLDR locale of those of the 45 codes whose name differs from it. */
const locales: Readonly<Record<string, string>> = { sr_cyrl: 'sr', sr_latn: 'sr-Latn', zh_chs: 'zh', zh_cht: 'zh-Hant' }

/** The codes that CLDR annotations do not cover: their names are hand-made. */
export const handMadeOnly = ['ht', 'mww', 'otq', 'tlh', 'tlh_qaak', 'yua']

const Annotations = z.object({
  annotations: z.object({ annotations: z.record(z.string(), z.object({ tts: z.array(z.string()).optional() })) }),
})

/** Short name by character in the language of a code, cleaned; characters without a usable one are left out. */
export function readCldr(code: string): (character: string) => string | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('cldr-annotations-full/package.json'))
  const file = join(folder, 'annotations', locales[code] ?? code, 'annotations.json')
  const found = Annotations.parse(JSON.parse(readFileSync(file, 'utf8'))).annotations.annotations
  return (character) => cleanName(found[character]?.tts?.[0], code)
}

/**
 * A short name suitable as a tag: without a remark in brackets, and only the first of Hindi's lists ("car, vehicle").
 * Names with two words, as for a man and a woman, are refused.
 */
export function cleanName(name: string | undefined, code: string): string | undefined {
  const bare = (code === 'hi' ? name?.split(',')[0] : name)?.replace(/ \([^)]*\)/g, '').trim()
  return bare && !/[,(/;:|]/.test(bare) ? bare : undefined
}
