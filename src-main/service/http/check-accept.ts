import { ServiceError } from '../errors/service-error.ts'

const JSON_TYPE = /^(application|text)\/([\w.+-]*\+)?json$/
const WILDCARD = /^([\w.+-]+|\*)\/\*$/

/** Throws 406 unless an Accept header allows JSON, a wildcard, or one of the answer's other types. */
export function checkAccept(header: string | undefined, otherTypes: readonly string[] = []): void {
  const ranges = (header ?? '')
    .split(',')
    .map(readRange)
    .filter((range) => range.type !== '')
  if (ranges.length === 0) return
  const isAdmitted = ranges.some(
    ({ type, quality }) => quality > 0 && (JSON_TYPE.test(type) || WILDCARD.test(type) || otherTypes.includes(type)),
  )
  if (!isAdmitted)
    throw new ServiceError(406, 'The Accept header admits no JSON, and answers are given as application/json only.')
}

function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return { type: type === '*' ? '*/*' : type, quality: Number.isNaN(quality) ? 1 : quality }
}
