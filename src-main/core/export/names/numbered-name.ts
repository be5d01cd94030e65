import { isRightToLeft } from './right-to-left.ts'

/**
 * The name with ` (2)`, ` (3)`, … before its extension; the first attempt is the name itself. Before a name that ends in
 * letters from right to left, where a number after it would be shown within them.
 */
export function numberedName(name: string, extension: string, attempt: number): string {
  if (attempt === 1) return name + extension
  return isRightToLeft(name) ? `(${attempt}) ${name}${extension}` : `${name} (${attempt})${extension}`
}
