import { clearableFields } from '../../foreign/foreign-photo.ts'
import { type ImageRow, type ImageWork, workOfImage } from './images.ts'

const flags: Readonly<Record<string, string>> = { '1': 'picked', '-1': 'rejected', '0': 'no flag' }

/** A virtual copy with what it says otherwise than its photo: `IMG_1.CR3, Copy 1: rating 1, label Purple`. */
export function describeCopy(photo: string, copy: ImageRow, ofPhoto: ImageWork): string {
  const work = workOfImage(copy)
  const own = clearableFields.flatMap((field) => {
    const value = work[field]
    if (value === ofPhoto[field]) return []
    if (field === 'pick') return [flags[String(value ?? 0)]!]
    return [value === undefined ? `no ${field}` : `${field} ${value}`]
  })
  const name = copy.copyName === null || copy.copyName === '' ? photo : `${photo}, ${copy.copyName}`
  return own.length === 0 ? name : `${name}: ${own.join(', ')}`
}
