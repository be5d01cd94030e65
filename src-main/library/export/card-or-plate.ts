/**
 * What the text read on a photo looks like: the number of a payment card, the number plate of a vehicle, or neither.
 * It knows only what was read: a card seen from the side or a plate in other letters than Latin is not found, and a
 * board with letters and digits like a plate's is taken for one.
 */
export function cardOrPlate(lines: readonly string[]): 'card' | 'plate' | null {
  if (hasCard(lines)) return 'card'
  return lines.some(isPlate) ? 'plate' : null
}

// Payment cards

/** Beginnings and lengths of the numbers of Visa, Mastercard, American Express, Diners, Discover, JCB and UnionPay. */
const issuers = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^(?:6011|64[4-9]\d|65\d{2})\d{12}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^62\d{14,17}$/,
]
/** Digits as a card writes them: in one run, or in groups with a space or a hyphen between them. */
const GROUPED =
  /(?<!\d)\d{4}(?:[ -]?\d{4}){3}(?:[ -]?\d{3})?(?!\d)|(?<!\d)3\d{3}[ -]?\d{6}[ -]?\d{4,5}(?!\d)|(?<!\d)\d{13,19}(?!\d)/g

/** Groups of a number are often read as separate lines, one after the other. */
function hasCard(lines: readonly string[]): boolean {
  const read = lines.map(likeDigits)
  const joined = read.filter((line) => /^[\d -]+$/.test(line)).join(' ')
  return [...read, joined].some((text) =>
    (text.match(GROUPED) ?? []).map((found) => found.replaceAll(/\D/g, '')).some(isCardNumber),
  )
}

/** A reader takes some digits for letters of the same form when they are among digits. */
const likeDigits = (line: string): string =>
  line
    .trim()
    .split(/ +/)
    .map((word) =>
      /^[\dOoIl-]{3,}$/.test(word) && /\d/.test(word) ? word.replaceAll(/[Oo]/g, '0').replaceAll(/[Il]/g, '1') : word,
    )
    .join(' ')

const isCardNumber = (digits: string): boolean => issuers.some((issuer) => issuer.test(digits)) && passesLuhn(digits)

/** ISO/IEC 7812-1, annex B: every second digit from the right counts twice, and the sum ends with 0. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

// Number plates

const plates: readonly RegExp[] = [
  // United Kingdom, since 2001.
  /^[A-HJ-PR-Y][A-HJ-PR-Y]\d{2} ?[A-HJ-PR-Z]{3}$/,
  // Germany: the town, then letters and digits; without its spaces it is like many other words.
  /^[A-ZÄÖÜ]{1,3}[ .:-]{1,2}[A-Z]{1,2}[ .-]?\d{1,4}[EH]?$/,
  // France and Italy.
  /^[A-HJ-NP-TV-Z]{2}[ -]?\d{3}[ -]?[A-HJ-NP-TV-Z]{2}$/,
  // Spain.
  /^\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}$/,
  // Austria and Switzerland.
  /^[A-Z]{1,2}[ -]\d{2,5} ?[A-Z]{1,3}$/,
  /^(?:A[GIR]|B[ELS]|F[R]|G[ELR]|JU|LU|N[EW]|OW|S[GHOZ]|T[GI]|UR|V[DS]|Z[GH])[ .·-]{1,3}\d{2,6}$/,
  // The Netherlands.
  /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{1,3}-[A-Z\d]{2,3}-[A-Z\d]{1,2}$/,
  // Poland, and Sweden.
  /^[A-Z]{2,3} \d{4}[A-Z\d]$/,
  /^[A-HJ-PR-UW-Z]{3} ?\d{2}[A-HJ-NPR-UW-Z\d]$/,
  // California, and most other states of the USA.
  /^\d[A-Z]{3}\d{3}$/,
  /^[A-Z]{3}[ -]\d{4}$/,
]
/** The country, in the blue field at the left of European plates. */
const COUNTRY = /^(?:A|B|CH|CZ|D|DK|E|F|GB|I|L|N|NL|P|PL|S|UK) (?=.{4})/
/** A month and a year are written like a plate of the USA. */
const MONTH = /^(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[ -]/

function isPlate(line: string): boolean {
  const text = line.trim().toUpperCase()
  if (text !== line.trim() || MONTH.test(text)) return false
  return plates.some((plate) => plate.test(text) || plate.test(text.replace(COUNTRY, '')))
}
