import { t, type MessageKey } from '../locales/messages.ts'

/** What models find, by the words at the end of their titles. */
const findings: Readonly<Record<string, MessageKey>> = {
  '80 kinds of objects': 'settings.does_objects',
  faces: 'settings.does_faces',
  '468 points of a face': 'settings.does_mesh',
  'lids and irises of an eye': 'settings.does_iris',
  'lines of text': 'settings.does_lines',
  'whether a line is upside down': 'settings.does_upsideDown',
  'letters of a line': 'settings.does_letters',
  'who a face belongs to, age, gender': 'settings.does_identity',
  nudity: 'settings.does_nudity',
  '1000 kinds of things, and similarity': 'settings.does_thingsAlike',
  'what stands out': 'settings.does_salient',
  'what stands out (slow)': 'settings.does_salientSlow',
  '1000 kinds of things': 'settings.does_things',
  'outlines of people': 'settings.does_people',
}

/** The title of a model, `YuNet: faces`, with what it finds in the shown language. */
export function writeModelTitle(title: string): string {
  const at = title.indexOf(': ')
  const what = findings[title.slice(at + 2)]
  return at < 0 || what === undefined ? title : t('settings.modelDoes', { name: title.slice(0, at), what: t(what) })
}

/** Pairs of the catalogue, by their ids. */
const pairs: Readonly<Record<string, MessageKey>> = {
  'clip-b32-multilingual': 'settings.pairMultilingual',
  'clip-b32': 'settings.pairEnglish',
}

/** What a text-image pair brings, in the shown language; the title of a pair from elsewhere stays. */
export function writePairTitle(offer: string | null, title: string): string {
  const key = pairs[offer ?? '']
  return key === undefined ? title : t(key)
}
