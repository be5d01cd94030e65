/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. The signs of Indian and Thai scripts are letters
 * and stay.
 */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g
const quotes = /[’ʼ‘`´]/g
const joiners = /[\u200b-\u200f\ufeff]/g

/**
 * The form in which names are compared: no capitals, accents, joiners or doubled spaces; `ß` as `ss`, dotless `ı` as
 * `i`, `ł`, `đ`, `ø` as their plain letters.
 */
export function normaliseName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(joiners, '')
    .replace(quotes, "'")
  return plain
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .normalize('NFC')
}
