import { InvalidArgumentError } from 'commander'
import type { Size } from '../../../contract/analysis/cropping.ts'

/** For an option that may be repeated. */
export const collect = (value: string, previous: string[]): string[] => [...previous, value]

/** A whole number between two bounds, both included. */
export const parseWhole =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(
        max === Number.MAX_SAFE_INTEGER ? `A whole number from ${min} up.` : `A whole number from ${min} to ${max}.`,
      )
    return number
  }

/** `1080x1350,1920x1080`; may be repeated. */
export function parseSizes(text: string, previous: Size[] = []): Size[] {
  return [...previous, ...text.split(',').map((part) => parseSize(part.trim()))]
}

function parseSize(text: string): Size {
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(text)
  const size = { width: Number(match?.[1]), height: Number(match?.[2]) }
  if (!match || size.width < 1 || size.height < 1)
    throw new InvalidArgumentError(`"${text}" is not a size: write for example 1080x1350, or several with commas.`)
  return size
}
