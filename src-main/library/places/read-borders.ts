/**
 * The country or territory of a position, as two letters of ISO 3166; null on the high seas. Borders are accurate to
 * some hundred metres.
 */
export type CountryAt = (latitude: number, longitude: number) => string | null

/** Territories that the polygons assign to their occupier, and ISO 3166 to another country: Crimea, Northern Cyprus. */
const IN_ISO: Readonly<Record<string, string>> = { Q7835: 'UA', Q23681: 'CY' }
/** ISO 3166 has no code for Kosovo, and leaves XK to its users. */
const STATUS = new Set(['official', 'usrAssn'])

/** Reads the borders of all countries: 0.7 MB of code, loaded only if positions must be named. */
export async function readBorders(): Promise<CountryAt> {
  const { featuresContaining } = await import('@rapideditor/country-coder')
  return (latitude, longitude) => {
    for (const { properties } of featuresContaining([longitude, latitude])) {
      const code = IN_ISO[properties.id] ?? properties.iso1A2
      if (properties.id in IN_ISO || STATUS.has(properties.isoStatus ?? '')) return code ?? null
    }
    return null
  }
}
