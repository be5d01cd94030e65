/** Serbian Cyrillic to Latin: each letter has exactly one counterpart. */
export function serbianToLatin(text: string): string {
  return [...text].map((letter) => serbian.get(letter) ?? upperSerbian(letter)).join('')
}

const serbian = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    ђ: 'đ',
    е: 'e',
    ж: 'ž',
    з: 'z',
    и: 'i',
    ј: 'j',
    к: 'k',
    л: 'l',
    љ: 'lj',
    м: 'm',
    н: 'n',
    њ: 'nj',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    ћ: 'ć',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'c',
    ч: 'č',
    џ: 'dž',
    ш: 'š',
  }),
)

function upperSerbian(letter: string): string {
  const lower = serbian.get(letter.toLowerCase())
  return lower === undefined ? letter : lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** The order of the Klingon letters in the Private Use area from U+F8D0 (ConScript Unicode Registry). */
const klingon = [
  'a',
  'b',
  'ch',
  'D',
  'e',
  'gh',
  'H',
  'I',
  'j',
  'l',
  'm',
  'n',
  'ng',
  'o',
  'p',
  'q',
  'Q',
  'r',
  'S',
  't',
  'tlh',
  'u',
  'v',
  'w',
  'y',
  "'",
]
const FIRST_LETTER = 0xf8d0

/**
 * Romanised Klingon to pIqaD; `ngh` is `n` and `gh`, since no syllable ends in `ng` before an `h`. Throws on a letter
 * that Klingon lacks.
 */
export function klingonToPiqad(text: string): string {
  let rest = text
  let piqad = ''
  while (rest !== '') {
    const letter = rest.startsWith('ngh')
      ? 'n'
      : klingon.filter((sign) => rest.startsWith(sign)).sort((a, b) => b.length - a.length)[0]
    if (letter === undefined && !rest.startsWith(' ')) throw new Error(`"${text}" is not Klingon at "${rest}".`)
    piqad += letter === undefined ? ' ' : String.fromCodePoint(FIRST_LETTER + klingon.indexOf(letter))
    rest = rest.slice(letter?.length ?? 1)
  }
  return piqad
}
