/** The name with ` (2)`, ` (3)`, … before its extension; the first attempt is the name itself. */
export const numberedName = (name: string, extension: string, attempt: number): string =>
  attempt === 1 ? name + extension : `${name} (${attempt})${extension}`
