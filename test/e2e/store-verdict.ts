import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'

/**
 * Changes a closed library so that its engine called a photo underwear. For machines without a photo that the model
 * itself judges so: no package brings one, and none belongs in this repository. All other findings stay.
 */
export function storeVerdict(libraryDir: string, photoName: string): void {
  const catalog = openCatalog(libraryDir)
  try {
    const [photo, ...others] = catalog.photos.tiles([
      ...catalog.search.run({ filter: { text: photoName }, sort: { by: 'name', order: 'asc' } }),
    ])
    if (!photo || others.length > 0) throw new Error(`The library does not hold exactly one photo named ${photoName}.`)
    catalog.analysis.saveOutcome(photo.id, ['categories'], {
      ok: true,
      findings: { nsfw: { nsfw: 2, underwear: 96, safe: 2 } },
      warnings: [],
    })
  } finally {
    catalog.close()
  }
}
