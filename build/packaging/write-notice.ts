import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { licenceTextsOf, standardText } from './licence-texts.ts'
import { listPackedPackages } from './list-packed-packages.ts'

/**
 * Writes NOTICE.txt: the licence terms of everything in the program that is not its own, with the full texts. Each text
 * appears once, under all parts that it applies to.
 */

type Model = { title: string; licence: string; set: string }
type Part = { title: string; text: string }

const projectDir = resolve(import.meta.dirname, '../..')
const outFile = join(projectDir, 'out/renderer/licences/NOTICE.txt')

function modelParts(): Part[] {
  const { models } = JSON.parse(readFileSync(join(projectDir, 'resources/models/catalog.json'), 'utf8')) as {
    models: Model[]
  }
  return models.map(({ title, licence, set }) => ({
    title: `Model ${title} (${licence}; ${set === 'bundled' ? 'built in' : 'installed by the person'})`,
    text: standardText(licence, `the authors of ${title}`),
  }))
}

function dataParts(): Part[] {
  const unicode = readFileSync(join(projectDir, 'resources/vocabulary/names/LICENSE-UNICODE.txt'), 'utf8').trim()
  return [
    { title: 'Names of things and languages: Unicode CLDR', text: unicode },
    {
      title: 'Gazetteer: GeoNames (CC-BY-4.0), changed: towns chosen, names shortened',
      text: standardText('CC-BY-4.0', 'GeoNames'),
    },
    { title: 'Outlines of the map: Natural Earth', text: 'Made with Natural Earth. In the public domain.' },
    ...fontParts(),
  ]
}

/** Each typeface is beside its licence, `OFL-NAME.txt`. */
function fontParts(): Part[] {
  const folder = join(projectDir, 'resources/fonts/noto')
  return readdirSync(folder)
    .filter((name) => name.startsWith('OFL-'))
    .map((name) => ({
      title: `Typeface ${name.slice('OFL-'.length, -'.txt'.length)} (OFL-1.1)`,
      text: readFileSync(join(folder, name), 'utf8').trim(),
    }))
}

/** Programs within packages whose licence the package does not include. */
function heldParts(): Part[] {
  return [
    {
      title: 'LibRaw, within libraw-wasm (LGPL-2.1-only OR CDDL-1.0)',
      text: standardText('LGPL-2.1-only', 'LibRaw LLC'),
    },
    {
      title: 'ExifTool, within exiftool-vendored.pl (Artistic-1.0-Perl OR GPL-1.0-or-later)',
      text: standardText('Artistic-1.0-Perl', 'Phil Harvey'),
    },
  ]
}

const packages = listPackedPackages(projectDir)
const packageParts = packages.flatMap((one) =>
  licenceTextsOf(one).map((text) => ({ title: `${one.name} ${one.version} (${one.licence || 'see below'})`, text })),
)

const byText = new Map<string, string[]>()
for (const { title, text } of [...modelParts(), ...dataParts(), ...heldParts(), ...packageParts]) {
  const titles = byText.get(text) ?? []
  byText.set(text, titles.includes(title) ? titles : [...titles, title])
}

const line = '-'.repeat(80)
const own = readFileSync(join(projectDir, 'LICENSE'), 'utf8').trim()
const sections = [...byText].map(([text, titles]) => `${line}\n${titles.join('\n')}\n${line}\n\n${text}\n`)
const head = `Lumafold\n\n${own}\n\nLumafold holds the work of others, under these terms. Electron and Chromium, where they are part of it, bring\ntheir own files LICENSE.electron.txt and LICENSES.chromium.html.\n`
mkdirSync(dirname(outFile), { recursive: true })
writeFileSync(outFile, `${head}\n${sections.join('\n')}`)
console.log(`NOTICE.txt: ${packages.length} packages, ${byText.size} texts, ${outFile}`)
