import { analysis } from './analysis.ts'
import { backups } from './backups.ts'
import { cards } from './cards.ts'
import { changes } from './changes.ts'
import { classifiers } from './classifiers.ts'
import { copies } from './copies.ts'
import { doctor } from './doctor.ts'
import { duplicates } from './duplicates.ts'
import { errors } from './errors.ts'
import { exports } from './exports.ts'
import { files } from './files.ts'
import { folders } from './folders.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { inputs } from './inputs.ts'
import { keywords } from './keywords.ts'
import { losses } from './losses.ts'
import { models } from './models.ts'
import { network } from './network.ts'
import { opening } from './opening.ts'
import { pairs } from './pairs.ts'
import { paths } from './paths.ts'
import { people } from './people.ts'
import { photos } from './photos.ts'
import { pictures } from './pictures.ts'
import { programs } from './programs.ts'
import { publishing } from './publishing.ts'
import { reading } from './reading.ts'
import { remote } from './remote.ts'
import { repairs } from './repairs.ts'
import { reversals } from './reversals.ts'
import { search } from './search.ts'
import { sources } from './sources.ts'
import { texts } from './texts.ts'
import { tiles } from './tiles.ts'
import { unknown } from './unknown.ts'
import { updates } from './updates.ts'
import { verifying } from './verifying.ts'
import { why } from './why.ts'
import { writing } from './writing.ts'

/**
 * Every sentence that the library says to people in its own words, by area, in English. Translations have the same keys
 * in `src-renderer/locales/messages/<language>/sentences`.
 */
export const sentences = {
  analysis,
  backups,
  cards,
  changes,
  classifiers,
  copies,
  doctor,
  duplicates,
  errors,
  exports,
  files,
  folders,
  health,
  imports,
  inputs,
  keywords,
  losses,
  models,
  network,
  opening,
  pairs,
  paths,
  people,
  photos,
  pictures,
  programs,
  publishing,
  reading,
  remote,
  repairs,
  reversals,
  search,
  sources,
  texts,
  tiles,
  unknown,
  updates,
  verifying,
  why,
  writing,
}

type Areas = typeof sentences

/** The name of a sentence: its area and its name within it, such as `changes.rated`. */
export type SentenceKey = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas]

/** The English of a sentence, with its places. */
export function templateOf(key: SentenceKey): string {
  const [area = '', name = ''] = key.split('.')
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = sentences
  return texts[area]?.[name] ?? key
}

const keys: ReadonlySet<unknown> = new Set(
  Object.entries(sentences).flatMap(([area, texts]) => Object.keys(texts).map((name) => `${area}.${name}`)),
)

export const isSentenceKey = (key: unknown): key is SentenceKey => keys.has(key)
