import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removePrivateFile, writePrivateFile } from '../secrets/private-file.ts'

/**
 * A page on disk that leads a browser to an address, and that only this person can read: the address has a token, and
 * the arguments of the program that opens it are read by everybody on the machine. `remove` takes it away.
 */
export async function writeLeadingFile(
  folder: string,
  address: string,
): Promise<{ address: string; remove(): Promise<void> }> {
  const path = join(folder, 'open.html')
  await writePrivateFile(path, pageThatLeadsTo(address))
  return { address: pathToFileURL(path).href, remove: () => removePrivateFile(path) }
}

/** The address is the program's own: it has letters, digits and `:/#=-_` alone. */
const pageThatLeadsTo = (address: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lumafold</title>
<meta http-equiv="refresh" content="0; url=${address}">
<a href="${address}">Lumafold</a></html>
`
