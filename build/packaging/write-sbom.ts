import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import { listPackedPackages } from './list-packed-packages.ts'

/**
 * Writes the program's components as CycloneDX 1.6: packages and bundled models. `npm sbom` does not know which
 * development packages the window's page is built from, nor the models.
 */

type Model = { id: string; title: string; licence: string; set: string; file: string }

const projectDir = resolve(import.meta.dirname, '../..')
const outFile = join(projectDir, 'out/renderer/licences/sbom.cdx.json')
const { name, version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
const { models } = JSON.parse(readFileSync(join(projectDir, 'resources/models/catalog.json'), 'utf8')) as {
  models: Model[]
}

const purlOf = (packageName: string, packageVersion: string): string =>
  `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`
const licencesOf = (expression: string) => (expression === '' ? {} : { licenses: [{ expression }] })

const packages = listPackedPackages(projectDir).map((one) => ({
  type: 'library',
  'bom-ref': purlOf(one.name, one.version),
  name: one.name,
  version: one.version,
  purl: purlOf(one.name, one.version),
  ...licencesOf(one.licence),
}))
const builtIn = models
  .filter(({ set }) => set === 'bundled')
  .map(({ id, title, licence }) => ({
    type: 'machine-learning-model',
    'bom-ref': `model:${id}`,
    name: id,
    description: title,
    ...licencesOf(licence),
  }))
// The same package may be in several folders.
const components = [...new Map([...packages, ...builtIn].map((one) => [one['bom-ref'], one])).values()]

mkdirSync(dirname(outFile), { recursive: true })
writeFileSync(
  outFile,
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${randomUUID()}`,
      version: 1,
      metadata: { timestamp: new Date().toISOString(), component: { type: 'application', name, version } },
      components,
    },
    null,
    2,
  )}\n`,
)
console.log(`sbom.cdx.json: ${components.length} components, ${outFile}`)
