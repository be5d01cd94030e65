import path from 'node:path'

/**
 * Places where programs keep a photo's sidecars, the more specific first: `photo.CR2.xmp` (darktable, digiKam) speaks
 * for one file, `photo.xmp` (Adobe) for all of that name. Of each the first that is there counts.
 */
export function sidecarPaths(photo: string): string[][] {
  const { dir, name } = path.parse(photo)
  return [photo, path.join(dir, name)].map((stem) => [`${stem}.xmp`, `${stem}.XMP`])
}

/**
 * Which sidecars a photo has, by the times at which they were modified; empty without any. `modifiedMsOf` gives the time
 * of a file at one of `sidecarPaths`.
 */
export function sidecarKeyOf(photo: string, modifiedMsOf: (sidecar: string) => number | undefined): string {
  const times = sidecarPaths(photo).map((candidates) => candidates.map(modifiedMsOf).find((time) => time !== undefined))
  return times.every((time) => time === undefined) ? '' : times.map((time) => time ?? '').join(' ')
}
